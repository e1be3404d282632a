// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Decision;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.CancelDecision;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Promote;
import dev.holdfast.core.work.PromoteDecision;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.RedriveDecision;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.Withdraw;
import dev.holdfast.core.work.WithdrawDecision;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/** What must hold for units that are held, and scenarios cannot say it. */
final class HoldChecks {
    private static final PoolId POOL = new PoolId("p");
    private static final WorkerId WORKER = new WorkerId("w");
    private static final Hold HOLD = new Hold(Duration.ofHours(1), Hold.Then.WITHDRAW);
    private static final int THREADS = 8;

    private final Ledger ledger;

    HoldChecks(Ledger ledger) {
        this.ledger = ledger;
        ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
        ledger.submit(new RegisterWorker(WorkerOffer.of(WORKER, Set.of(POOL), Set.of("kind0"), 100)));
    }

    /** Half of the threads promote, half withdraw: one of them decides, and all others are told how. */
    void oneDecides() {
        for (int i = 0; i < 20; i++) {
            WorkId work = work(i);
            ledger.submit(held(i, "kind0"));
            List<Decision> decisions = Crowd.run(
                    THREADS,
                    number -> () -> number % 2 == 0 ? ledger.submit(new Promote(work)) : withdraw(work, number));
            Status status = ledger.ask(new Inspect(work)).orElseThrow().status();
            boolean promoted = status == Status.QUEUED;
            assertThat(status).isIn(Status.QUEUED, Status.CANCELLED);
            assertThat(decisions)
                    .filteredOn(each ->
                            each instanceof PromoteDecision.Promoted || each instanceof WithdrawDecision.Withdrawn)
                    .hasSize(1)
                    .hasOnlyElementsOfType(
                            promoted ? PromoteDecision.Promoted.class : WithdrawDecision.Withdrawn.class);
            assertThat(decisions)
                    .filteredOn(each -> promoted
                            ? each instanceof PromoteDecision.Repeated || each instanceof WithdrawDecision.TooLate
                            : each instanceof PromoteDecision.Withdrawn || each instanceof WithdrawDecision.Repeated)
                    .hasSize(THREADS - 1);
        }
        Invariants.check(ledger);
    }

    /** A batch with plain, delayed and held units, and one that was there; then what follows, in one batch. */
    void batches() {
        ledger.submit(held(0, "kind0"));
        assertThat(ledger.submitAll(
                        List.of(submit(1), held(0, "kind0"), held(2, "kind0"), submit(3), held(4, "kind0"))))
                .extracting(HoldChecks::statusOf)
                .containsExactly(Status.QUEUED, Status.HELD, Status.HELD, Status.QUEUED, Status.HELD);
        Invariants.check(ledger);
        assertThat(claim(1)).extracting(Grant::work).containsExactly(work(1), work(3));
        assertThat(ledger.submitAll(List.of(
                        new Promote(work(0)),
                        giveUp(work(0)),
                        giveUp(work(2)),
                        new Redrive(work(2), 1, "ann", "after all", false),
                        new Promote(work(4)),
                        new Cancel(work(4), "ann", "no"))))
                .containsExactly(
                        new PromoteDecision.Promoted(),
                        new WithdrawDecision.TooLate(Status.QUEUED),
                        new WithdrawDecision.Withdrawn(),
                        new RedriveDecision.Redriven(2),
                        new PromoteDecision.Promoted(),
                        new CancelDecision.Cancelled());
        Invariants.check(ledger);
        assertThat(claim(2)).extracting(Grant::work).containsExactly(work(0), work(2));
    }

    /** Neither as one of many nor alone. */
    void heldUnitsAreNotCountedAsQueued() {
        PoolPolicy one =
                PoolPolicy.DEFAULT.change().maxQueued(OptionalLong.of(1)).build();
        ledger.submit(new DefinePool(POOL, one).replacing(1));
        assertThat(ledger.submitAll(List.of(held(0, "kind0"), submit(1), held(2, "kind0"), submit(3))))
                .extracting(decision -> decision.getClass().getSimpleName())
                .containsExactly("Admitted", "Admitted", "Admitted", "TooManyQueued");
        assertThat(ledger.submit(held(4, "kind0"))).isInstanceOf(SubmitDecision.Admitted.class);
        Invariants.check(ledger);
    }

    /** Classes come and go; that of a unit that is held stays. */
    void aHeldUnitNeverLacksItsClass() {
        ledger.submit(held(0, "kind0"));
        assertThat(claim(1)).isEmpty();
        List<Submit> others = IntStream.rangeClosed(1, AdmissionRules.MAX_CLASSES)
                .mapToObj(i -> held(i, "kind" + i))
                .toList();
        assertThat(ledger.submitAll(others.subList(0, others.size() - 1)))
                .hasOnlyElementsOfType(SubmitDecision.Admitted.class);
        assertThat(ledger.submit(others.getLast())).isInstanceOf(SubmitDecision.TooManyShapes.class);
        ledger.submit(new Promote(work(0)));
        Invariants.check(ledger);
        assertThat(claim(2)).extracting(Grant::work).containsExactly(work(0));
    }

    /** Idle workers look at one number; it must not stand still when a unit is let go. */
    void changesMove() {
        ledger.submit(held(0, "kind0"));
        long before = ledger.changes();
        ledger.submit(new Promote(work(0)));
        assertThat(ledger.changes()).isNotEqualTo(before);
    }

    private static Status statusOf(Decision decision) {
        return switch (decision) {
            case SubmitDecision.Admitted admitted -> admitted.status();
            case SubmitDecision.Repeated repeated -> repeated.unit().status();
            default -> throw new AssertionError(decision);
        };
    }

    private static WorkId work(int number) {
        return new WorkId("k" + number);
    }

    private static Submission submission(int number, String kind) {
        return Submission.of(kind, new IdempotencyKey("k" + number))
                .id(work(number))
                .build();
    }

    private static Submit submit(int number) {
        return new Submit(POOL, submission(number, "kind0"));
    }

    private static Submit held(int number, String kind) {
        return Submit.held(POOL, submission(number, kind), HOLD);
    }

    private WithdrawDecision withdraw(WorkId work, int person) {
        return ledger.submit(new Withdraw(work, "person " + person, "given up"));
    }

    private static Withdraw giveUp(WorkId work) {
        return new Withdraw(work, "ann", "given up");
    }

    private List<Grant> claim(int request) {
        ClaimDecision decision =
                ledger.submit(new ClaimWork(POOL, WORKER, new RequestId(0, 0, request), new ClaimSecret(1, 1), 50));
        return Optional.of(decision)
                .filter(ClaimDecision.Granted.class::isInstance)
                .map(ClaimDecision.Granted.class::cast)
                .map(ClaimDecision.Granted::grants)
                .orElse(List.of());
    }
}
