// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Explanation;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.HeartbeatDecision;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** What a few commands do not show: long runs, long rows of waiting units, and many mixtures of limits. */
final class EnduranceChecks {
    private static final int LEASES = 100;
    private static final int SWEEPERS = 3;

    private final Ledger ledger;

    EnduranceChecks(Ledger ledger) {
        this.ledger = ledger;
    }

    /** A run of a hundred leases under a worker that renews, while three processes sweep: one claim, one run. */
    void whoRenewsIsNeverSwept(ManualClock clock) {
        Hands hands = new Hands(ledger, PoolPolicy.DEFAULT);
        Duration third = PoolPolicy.DEFAULT.workerLease().dividedBy(3);
        WorkerId worker = hands.register("w");
        hands.submitMany("k", 1);
        Grant grant = hands.claim(worker, 1).getFirst();
        Holdings held = Holdings.digest(List.of(new Holdings.Holding(grant.work(), grant.fence())));
        for (int beat = 0; beat < 3 * LEASES; beat++) {
            clock.advance(third);
            assertThat(ledger.submit(new Heartbeat(worker, true, held, Set.of())))
                    .isEqualTo(new HeartbeatDecision.Renewed(PoolPolicy.DEFAULT.workerLease(), List.of()));
            for (int sweeper = 0; sweeper < SWEEPERS; sweeper++) {
                assertThat(hands.sweep()).isZero();
            }
        }
        assertThat(hands.settle(grant, Hands.DONE)).isEqualTo(new SettleDecision.Accepted(Status.SUCCEEDED));
        assertThat(hands.unit(grant.work()).past()).hasSize(1);
        assertThat(hands.unit(grant.work()).losses()).isZero();
    }

    /** A thousand units that do not fit wait before ten that do: the first claim gets these. */
    void whatFitsIsNotHiddenByWhatDoesNot() {
        Hands hands = new Hands(ledger, PoolPolicy.DEFAULT.withCapacity(Map.of("cpu", 4L)));
        WorkerId worker = hands.register("w", Map.of("cpu", 8L));
        hands.submit(Hands.unit("first").demand("cpu", 3));
        assertThat(hands.claim(worker, 1)).hasSize(1);
        hands.submit(IntStream.range(0, 1_000)
                .mapToObj(i -> Hands.unit("large" + i).demand("cpu", 2))
                .toArray(Submission.Builder[]::new));
        hands.submit(
                IntStream.range(0, 10).mapToObj(i -> Hands.unit("small" + i)).toArray(Submission.Builder[]::new));
        assertThat(hands.claim(worker, 10))
                .extracting(grant -> grant.work().value())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 10).mapToObj(i -> "small" + i).toList());
        Invariants.check(ledger);
    }

    /** One key has 15,000 units waiting; of the next two grants after another key's first submission, one is that. */
    void aSmallKeyIsServedBesideALargeOne() {
        Hands hands = new Hands(ledger, PoolPolicy.DEFAULT);
        WorkerId worker = hands.register("w");
        hands.submit(IntStream.range(0, 15_000)
                .mapToObj(i -> Hands.unit("large" + i).fairnessKey("large"))
                .toArray(Submission.Builder[]::new));
        for (int turn = 0; turn < 20; turn++) {
            assertThat(hands.claim(worker, 8)).hasSize(8);
            WorkId small = new WorkId("small" + turn);
            hands.submit(Hands.unit(small.value()).fairnessKey("small"));
            assertThat(hands.claim(worker, 2)).extracting(Grant::work).contains(small);
        }
    }

    /** After a claim that got less than it asked for, no unit is told that nothing but its turn is missing. */
    void explanationsAgreeWithClaims(long seed) {
        Random random = new Random(seed);
        PoolPolicy policy = PoolPolicy.DEFAULT
                .withMaxLiveClaims(4 + random.nextInt(8))
                .withCapacity(Map.of("cpu", 3L + random.nextInt(5), "gpu", 1L + random.nextInt(3)))
                .withDomains(Map.of("d", DomainLimit.claims(1 + random.nextInt(3)), "e", DomainLimit.claims(2)));
        Hands hands = new Hands(ledger, policy);
        WorkerId worker =
                hands.register("w", Map.of("cpu", 2L + random.nextInt(6), "gpu", (long) random.nextInt(3) + 1));
        hands.submit(IntStream.range(0, 40).mapToObj(i -> randomUnit(random, i)).toArray(Submission.Builder[]::new));
        List<Grant> held = new ArrayList<>();
        for (int turn = 0; turn < 12; turn++) {
            held.addAll(hands.claim(worker, 50));
            for (Unit unit : Invariants.units(ledger)) {
                if (unit.status() == Status.QUEUED) {
                    assertThat(hands.explain(unit.id()))
                            .as("seed %d, turn %d, unit %s", seed, turn, unit.id())
                            .isNotInstanceOf(Explanation.ItsTurnComes.class);
                }
            }
            for (int ends = Math.min(held.size(), 1 + random.nextInt(3)); ends > 0; ends--) {
                hands.settle(held.remove(random.nextInt(held.size())), Hands.DONE);
            }
        }
    }

    private static Submission.Builder randomUnit(Random random, int number) {
        Submission.Builder unit = Hands.unit("k" + number).fairnessKey("key" + random.nextInt(3));
        if (random.nextInt(3) > 0) {
            unit.demand("cpu", 1 + random.nextInt(4));
        }
        if (random.nextInt(4) == 0) {
            unit.demand("gpu", 1 + random.nextInt(2));
        }
        if (random.nextInt(3) == 0) {
            unit.domain("d");
        }
        if (random.nextInt(3) == 0) {
            unit.domain("e");
        }
        return unit.band(random.nextInt(3));
    }
}
