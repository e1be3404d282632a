// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Payload;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.HeartbeatDecision;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Races of two that each act on what they saw: whoever comes second changes nothing that is no longer so. */
final class RaceChecks {
    private static final Duration LEASE = Hands.AGAIN_AT_ONCE.workerLease();

    /** Far more claims than a race takes; without it one that is lost would go on for ever. */
    private static final int MANY = 200_000;

    private final Ledger ledger;
    private final ManualClock clock;
    private final Hands hands;

    RaceChecks(Ledger ledger, ManualClock clock) {
        this.ledger = ledger;
        this.clock = clock;
        this.hands = new Hands(ledger, Hands.AGAIN_AT_ONCE);
    }

    /** Sweeps and answers meet at claims whose lease has just run out: every answer stands, and nothing runs again. */
    void aSweepNeverTurnsBackWhatItsHolderSettled() {
        for (int round = 0; round < 8; round++) {
            WorkerId worker = hands.register("w" + round);
            hands.submitMany("r" + round + "-", 24);
            List<Grant> grants = hands.claim(worker, 24);
            assertThat(grants).hasSize(24);
            clock.advance(LEASE);
            Crowd.run(2, number -> () -> {
                if (number == 0) {
                    return hands.sweep();
                }
                for (int from = 0; from < 24; from += 6) {
                    assertThat(ledger.submitAll(grants.subList(from, from + 6).stream()
                                    .map(grant -> Hands.answer(grant, Hands.DONE))
                                    .toList()))
                            .containsOnly(new SettleDecision.Accepted(Status.SUCCEEDED));
                }
                return 0;
            });
            hands.sweep();
            assertThat(hands.claim(hands.register("late" + round), 24)).isEmpty();
            assertThat(grants)
                    .allSatisfy(grant ->
                            assertThat(hands.unit(grant.work()).status()).isEqualTo(Status.SUCCEEDED));
        }
        Invariants.check(ledger);
    }

    /** Sweepers with one list each, while what the quickest has put back is claimed, given back and claimed again. */
    void onlyOneOfManySweepsEndsAClaim() {
        int units = 60;
        WorkerId dead = hands.register("dead");
        hands.submitMany("k", units);
        List<WorkId> works = hands.claim(dead, units).stream().map(Grant::work).toList();
        assertThat(works).hasSize(units);
        clock.advance(LEASE);
        List<WorkerId> workers = List.of(hands.register("w1"), hands.register("w2"));
        AtomicInteger left = new AtomicInteger(units);
        List<Integer> lost =
                Crowd.run(6, number -> () -> number < 4 ? hands.sweep() : work(workers.get(number - 4), left));

        assertThat(lost.stream().mapToInt(each -> each).sum()).isEqualTo(units);
        for (WorkId work : works) {
            Unit unit = hands.unit(work);
            assertThat(unit.status()).isEqualTo(Status.SUCCEEDED);
            assertThat(unit.losses()).isEqualTo(1);
            assertThat(unit.past())
                    .filteredOn(past -> past.end() == PastClaim.End.LOST)
                    .hasSize(1);
        }
        Invariants.check(ledger);
    }

    /** Gives every unit back that comes for the first time, and settles those that come again. */
    private int work(WorkerId worker, AtomicInteger left) {
        Set<WorkId> seen = new HashSet<>();
        for (int claims = 0; left.get() > 0; claims++) {
            assertThat(claims).as("claims until all are settled").isLessThan(MANY);
            for (Grant grant : hands.claim(worker, 3)) {
                if (seen.add(grant.work())) {
                    assertThat(hands.settle(grant, Hands.NOT_STARTED))
                            .isEqualTo(new SettleDecision.Accepted(Status.QUEUED));
                } else {
                    assertThat(hands.settle(grant, Hands.DONE))
                            .isEqualTo(new SettleDecision.Accepted(Status.SUCCEEDED));
                    left.decrementAndGet();
                }
            }
        }
        return 0;
    }

    /** One unit goes back and forth between claimed and queued, so that its state looks as before: one holder at a time. */
    void aUnitThatGoesBackAndForthHasOneHolder() {
        hands.submitMany("k", 1);
        List<WorkerId> workers =
                List.of(hands.register("w1"), hands.register("w2"), hands.register("w3"), hands.register("w4"));
        AtomicInteger holders = new AtomicInteger();
        AtomicInteger turns = new AtomicInteger();
        List<List<Grant>> all = Crowd.run(4, number -> () -> {
            List<Grant> won = new ArrayList<>();
            for (int claims = 0; turns.get() < 200; claims++) {
                assertThat(claims).as("claims of a unit that nobody keeps").isLessThan(MANY);
                for (Grant grant : hands.claim(workers.get(number), 2)) {
                    assertThat(holders.incrementAndGet()).as("holders").isEqualTo(1);
                    won.add(grant);
                    holders.decrementAndGet();
                    turns.incrementAndGet();
                    assertThat(hands.settle(grant, Hands.NOT_STARTED))
                            .isEqualTo(new SettleDecision.Accepted(Status.QUEUED));
                }
            }
            return won;
        });
        assertThat(all.stream().flatMap(List::stream))
                .extracting(Grant::fence)
                .doesNotHaveDuplicates()
                .hasSizeGreaterThanOrEqualTo(200);
        Invariants.check(ledger);
    }

    /** Success and failure are reported for one claim at once: one of them is the end, and the other is told which. */
    void aClaimHasOneOutcome() {
        Answer failure = new Answer.Failed("over-its-limit", Evidence.UNKNOWN);
        WorkerId worker = hands.register("w");
        hands.submitMany("k", 60);
        for (Grant grant : hands.claim(worker, 60)) {
            List<SettleDecision> both =
                    Crowd.run(2, number -> () -> hands.settle(grant, number == 0 ? Hands.DONE : failure));
            boolean succeeded = both.getFirst() instanceof SettleDecision.Accepted;
            Status end = succeeded ? Status.SUCCEEDED : Status.FAILED;
            assertThat(both.get(succeeded ? 0 : 1)).isEqualTo(new SettleDecision.Accepted(end));
            assertThat(both.get(succeeded ? 1 : 0))
                    .isEqualTo(new SettleDecision.Conflict(succeeded ? Hands.DONE : failure));
            assertThat(hands.unit(grant.work()).status()).isEqualTo(end);
        }
        Invariants.check(ledger);
    }

    /** Heartbeats name claims that are settled at the same moment: each answer is taken the first time. */
    void aHeartbeatIsNeverInTheWayOfAnAnswer() {
        WorkerId worker = hands.register("w");
        hands.submitMany("k", 120);
        List<Grant> grants = hands.claim(worker, 120);
        Holdings all = new Holdings.Listed(grants.stream()
                .map(grant -> new Holdings.Holding(grant.work(), grant.fence()))
                .toList());
        AtomicInteger left = new AtomicInteger(grants.size());
        Crowd.run(2, number -> () -> {
            if (number == 0) {
                while (left.get() > 0) {
                    assertThat(ledger.submit(new Heartbeat(worker, true, all, Set.of())))
                            .isInstanceOf(HeartbeatDecision.Renewed.class);
                }
                return 0;
            }
            for (Grant grant : grants) {
                assertThat(hands.settle(grant, new Answer.Succeeded(Payload.text("ok"))))
                        .isEqualTo(new SettleDecision.Accepted(Status.SUCCEEDED));
                left.decrementAndGet();
            }
            return 0;
        });
        assertThat(grants)
                .hasSize(120)
                .allSatisfy(grant -> assertThat(hands.unit(grant.work()).past()).hasSize(1));
        Invariants.check(ledger);
    }
}
