// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Decision;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.CancelDecision;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PastLife;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.RedriveDecision;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerOffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** What must hold when units are given another life, and scenarios cannot say it. */
final class RedriveChecks {
    private static final PoolId POOL = new PoolId("p");
    private static final WorkerId WORKER = new WorkerId("w");
    private static final ClaimSecret SECRET = new ClaimSecret(1, 1);
    private static final int THREADS = 8;

    private final Ledger ledger;

    RedriveChecks(Ledger ledger) {
        this.ledger = ledger;
        ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
        ledger.submit(new RegisterWorker(WorkerOffer.of(WORKER, Set.of(POOL), Set.of("kind0"), 10)));
    }

    /** Threads redrive the same units: each begins one life, and the rest are told whose redrive stands. */
    void aLifeIsBegunOnce() {
        for (int i = 0; i < 20; i++) {
            WorkId work = work(i);
            ledger.submit(submit(i, "kind0"));
            ledger.submit(new Cancel(work, "ann", "not needed"));
            List<RedriveDecision> decisions =
                    Crowd.run(THREADS, number -> () -> ledger.submit(redrive(work, 1, "person " + number)));
            int winner = decisions.indexOf(new RedriveDecision.Redriven(2));
            assertThat(winner).isNotNegative();
            PastLife.Redriven first = unit(work).lives().getFirst().redriven();
            assertThat(first.actor()).isEqualTo("person " + winner);
            assertThat(decisions)
                    .filteredOn(decision -> !decision.equals(new RedriveDecision.Redriven(2)))
                    .hasSize(THREADS - 1)
                    .containsOnly(new RedriveDecision.Repeated(first, Status.QUEUED));
        }
        Invariants.check(ledger);
    }

    /** An end, two more lives and what happens in them, in one batch. */
    void livesFollowEachOtherInOneBatch() {
        ledger.submitAll(List.of(submit(0, "kind0"), submit(1, "kind0")));
        Grant grant = claim(1, 1).getFirst();
        WorkId other = work(1);

        List<Decision> decisions = ledger.submitAll(List.of(
                new Settle(grant.work(), grant.fence(), SECRET, new Answer.Failed("broken", Evidence.NOT_APPLIED)),
                redrive(grant.work(), 1, "ann"),
                new Cancel(grant.work(), "bob", "no"),
                redrive(grant.work(), 2, "ann"),
                new Cancel(other, "bob", "no"),
                redrive(other, 1, "ann"),
                new Cancel(other, "bob", "no")));

        assertThat(decisions)
                .containsExactly(
                        new SettleDecision.Accepted(Status.FAILED),
                        new RedriveDecision.Redriven(2),
                        new CancelDecision.Cancelled(),
                        new RedriveDecision.Redriven(3),
                        new CancelDecision.Cancelled(),
                        new RedriveDecision.Redriven(2),
                        new CancelDecision.Cancelled());
        assertThat(unit(grant.work()).lives())
                .extracting(life -> life.end().status())
                .containsExactly(Status.FAILED, Status.CANCELLED);
        assertThat(unit(grant.work()).past())
                .as("the claim that ended in the batch, two lives before its end")
                .extracting(past -> past.claim().life())
                .containsExactly(1);
        assertThat(unit(other).status()).isEqualTo(Status.CANCELLED);
        Invariants.check(ledger);
        assertThat(ledger.submitAll(
                        List.of(redrive(other, 2, "ann"), new Cancel(other, "bob", "no"), redrive(other, 3, "ann"))))
                .as("of a unit that had ended before the batch")
                .containsExactly(
                        new RedriveDecision.Redriven(3),
                        new CancelDecision.Cancelled(),
                        new RedriveDecision.Redriven(4));
        Invariants.check(ledger);
        assertThat(claim(2, 5))
                .extracting(Grant::work, Grant::life, Grant::attempt)
                .containsExactly(tuple(grant.work(), 3, 1), tuple(other, 4, 1));
    }

    /** Nothing has waited in a unit's class for so long that another class has its place. */
    void aUnitNeverLacksItsClass() {
        ledger.submit(submit(0, "kind0"));
        ledger.submit(new Cancel(work(0), "ann", "not needed"));
        assertThat(claim(1, 1)).isEmpty();
        List<Submit> others = IntStream.rangeClosed(1, AdmissionRules.MAX_CLASSES)
                .mapToObj(i -> submit(i, "kind" + i))
                .toList();
        assertThat(ledger.submitAll(others)).hasOnlyElementsOfType(SubmitDecision.Admitted.class);
        assertThat(ledger.submit(submit(300, "kind0"))).isInstanceOf(SubmitDecision.TooManyShapes.class);

        assertThat(ledger.submit(redrive(work(0), 1, "ann"))).isEqualTo(new RedriveDecision.Redriven(2));

        Invariants.check(ledger);
        assertThat(claim(2, 5)).extracting(Grant::work).containsExactly(work(0));
    }

    /** Idle workers look at one number; it must not stand still when a unit waits again. */
    void changesMove() {
        ledger.submit(submit(0, "kind0"));
        ledger.submit(new Cancel(work(0), "ann", "not needed"));
        long before = ledger.changes();
        ledger.submit(redrive(work(0), 1, "ann"));
        assertThat(ledger.changes()).isNotEqualTo(before);
    }

    private static WorkId work(int number) {
        return new WorkId("k" + number);
    }

    private static Submit submit(int number, String kind) {
        return new Submit(
                POOL,
                Submission.of(kind, new IdempotencyKey("k" + number))
                        .id(work(number))
                        .build());
    }

    private static Redrive redrive(WorkId work, int life, String actor) {
        return new Redrive(work, life, actor, "mended", false);
    }

    private Unit unit(WorkId work) {
        Optional<Unit> unit = ledger.ask(new Inspect(work));
        return unit.orElseThrow();
    }

    private List<Grant> claim(int request, int max) {
        ClaimDecision decision = ledger.submit(new ClaimWork(POOL, WORKER, new RequestId(0, 0, request), SECRET, max));
        return decision instanceof ClaimDecision.Granted granted ? granted.grants() : List.of();
    }
}
