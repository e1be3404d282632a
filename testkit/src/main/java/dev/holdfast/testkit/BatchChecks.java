// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
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
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.SweepDecision;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** What must hold for many commands at once, and where a number is the point. */
final class BatchChecks {
    private static final PoolId POOL = new PoolId("p");
    private static final WorkerId WORKER = new WorkerId("w");
    private static final ClaimSecret SECRET = new ClaimSecret(1, 1);

    private final Ledger ledger;

    BatchChecks(Ledger ledger) {
        this.ledger = ledger;
        ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
        ledger.submit(new RegisterWorker(WorkerOffer.of(WORKER, Set.of(POOL), Set.of("mail"), 5_000)));
    }

    /** Two thousand submissions, claims of the most that is allowed, and a mixed batch that sees its own changes. */
    void largeBatchesAreDecidedInOrder() {
        List<Submit> submits =
                IntStream.range(0, 2_000).mapToObj(BatchChecks::submit).toList();
        List<Command<?>> twice = new ArrayList<>(submits);
        twice.addAll(submits);
        List<Decision> admitted = ledger.submitAll(twice);
        assertThat(admitted.subList(0, 2_000)).hasOnlyElementsOfType(SubmitDecision.Admitted.class);
        assertThat(admitted.subList(2_000, 4_000)).hasOnlyElementsOfType(SubmitDecision.Repeated.class);

        List<Grant> grants = new ArrayList<>(claim(1));
        grants.addAll(claim(2));
        assertThat(grants)
                .extracting(grant -> grant.work().value())
                .isEqualTo(IntStream.range(0, 2_000).mapToObj(i -> "k" + i).toList());
        assertThat(grants)
                .extracting(Grant::submission)
                .isEqualTo(submits.stream().map(Submit::submission).toList());
        assertThat(grants)
                .extracting(grant -> grant.fence().counter())
                .isEqualTo(
                        IntStream.rangeClosed(1, 2_000).mapToObj(Long::valueOf).toList());

        List<Command<?>> mixed = new ArrayList<>();
        List<Decision> expected = new ArrayList<>();
        for (Grant grant : grants) {
            mixed.add(settle(grant, new Answer.Succeeded(Payload.text("ok"))));
            expected.add(new SettleDecision.Accepted(Status.SUCCEEDED));
            mixed.add(settle(grant, new Answer.Failed("late", Evidence.UNKNOWN)));
            expected.add(new SettleDecision.Conflict(new Answer.Succeeded(Payload.text("ok"))));
            mixed.add(new Cancel(grant.work(), "ann", "changed"));
            expected.add(new CancelDecision.TooLate(Status.SUCCEEDED));
        }
        assertThat(ledger.submitAll(mixed)).isEqualTo(expected);
        Invariants.check(ledger);
    }

    /** A sweep ends a bounded number of units and says that there is more. */
    void aSweepIsBounded(ManualClock clock) {
        ledger.submitAll(IntStream.range(0, 1_500).mapToObj(BatchChecks::submit).toList());
        claim(1);
        claim(2);
        clock.advance(Duration.ofSeconds(30));
        int lost = 0;
        int passes = 0;
        SweepDecision.Swept swept;
        do {
            swept = (SweepDecision.Swept) ledger.submit(new Sweep(POOL, false));
            assertThat(swept.lost()).isBetween(1, Sweep.LIMIT);
            lost += swept.lost();
            passes++;
        } while (swept.more());
        assertThat(lost).isEqualTo(1_500);
        assertThat(passes).isGreaterThan(1);
        assertThat(ledger.submit(new Sweep(POOL, false))).isInstanceOf(SweepDecision.NotYet.class);
        Invariants.check(ledger);
    }

    /** As many eligibilities as the rules allow; one that is there already still fits in. */
    void aPoolHoldsSoManyShapes() {
        List<Submit> shapes = IntStream.rangeClosed(0, AdmissionRules.MAX_CLASSES)
                .mapToObj(i -> new Submit(
                        POOL,
                        Submission.of("kind" + i, new IdempotencyKey("k" + i)).build()))
                .toList();
        List<Decision> decisions = ledger.submitAll(shapes);
        assertThat(decisions.subList(0, AdmissionRules.MAX_CLASSES))
                .hasOnlyElementsOfType(SubmitDecision.Admitted.class);
        assertThat(decisions.getLast()).isEqualTo(new SubmitDecision.TooManyShapes(AdmissionRules.MAX_CLASSES));
        assertThat(ledger.submit(new Submit(
                        POOL,
                        Submission.of("kind7", new IdempotencyKey("another")).build())))
                .isInstanceOf(SubmitDecision.Admitted.class);
        Invariants.check(ledger);
    }

    /** Pages join without gaps and without repeats, in the order of admission. */
    void findGoesThroughPages() {
        ledger.submitAll(IntStream.range(0, 25).mapToObj(BatchChecks::submit).toList());
        FindWork query = new FindWork(Optional.of(POOL), EnumSet.of(Status.QUEUED), Optional.empty(), 0, 10);
        List<Unit> all = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        FindWork.Found page = ledger.ask(query);
        while (true) {
            all.addAll(page.units());
            sizes.add(page.units().size());
            if (page.next().isEmpty()) {
                break;
            }
            page = ledger.ask(query.after(page.next().getAsLong()));
        }
        assertThat(sizes).startsWith(10, 10, 5);
        assertThat(all)
                .extracting(unit -> unit.id().value())
                .isEqualTo(IntStream.range(0, 25).mapToObj(i -> "k" + i).toList());
        assertThat(all).extracting(Unit::sequence).isSorted().doesNotHaveDuplicates();
    }

    /** Idle workers look at one number; it must not stand still when there is something for them. */
    void changesMoveWhenWorkBecomesClaimable() {
        long before = ledger.changes();
        ledger.submit(submit(1));
        long admitted = ledger.changes();
        assertThat(admitted).as("after an admission").isNotEqualTo(before);
        Grant grant = claim(1).getFirst();
        long claimed = ledger.changes();
        ledger.submit(settle(grant, new Answer.Released(Evidence.NOT_STARTED, "later", Optional.empty())));
        assertThat(ledger.changes()).as("after a release").isNotEqualTo(claimed);
    }

    private static Submit submit(int number) {
        return new Submit(
                POOL,
                Submission.of("mail", new IdempotencyKey("k" + number))
                        .id(new WorkId("k" + number))
                        .payload(Payload.text("payload " + number))
                        .build());
    }

    private List<Grant> claim(int request) {
        ClaimDecision decision =
                ledger.submit(new ClaimWork(POOL, WORKER, new RequestId(0, 0, request), SECRET, ClaimWork.MAX));
        assertThat(decision).isInstanceOf(ClaimDecision.Granted.class);
        return ((ClaimDecision.Granted) decision).grants();
    }

    private static Settle settle(Grant grant, Answer answer) {
        return new Settle(grant.work(), grant.fence(), SECRET, answer);
    }
}
