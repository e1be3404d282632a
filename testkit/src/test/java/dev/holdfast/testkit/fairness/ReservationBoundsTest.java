// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.testkit.Figure;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * PF-174, PF-176. A unit that needs half of a pool or all of it, and an endless stream of small ones: how many grants pass it.
 *
 * <p>The bound: {@code bypassLimit} grants until it is overdue; then those that follow before the next claim of a worker that is
 * large enough, at most one claim of each other worker; then, while what ran at that moment runs on, what leaves it room. In the
 * runs here every unit runs for so many rounds at most, and in a round there is at most one grant for each unit of what is left.
 */
class ReservationBoundsTest {
    private static final PoolId POOL = new PoolId("pool");
    private static final ClaimSecret SECRET = new ClaimSecret(0, 0);
    private static final int WORKERS = 3;
    private static final int CAPACITY = 8;
    private static final int ROUNDS = 5;
    private static final int MOST = 4;

    /** One pool that is full of small units at all times, until a large one has started. */
    private static final class Run {
        private final Random random;
        private final Ledger ledger = MemoryLedger.create(new ManualClock());
        private final List<Deque<Grant>> ending;
        private int units;
        private long requests;

        Run(long seed, int bypassLimit) {
            random = new Random(seed);
            ending = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                ending.add(new ArrayDeque<>());
            }
            ledger.submit(new DefinePool(
                    POOL,
                    PoolPolicy.DEFAULT
                            .withLease(Duration.ofDays(1))
                            .withCapacity(Map.of("cpu", (long) CAPACITY))
                            .change()
                            .bypassLimit(bypassLimit)
                            .agingAfter(Duration.ofDays(1))
                            .build()));
            for (int i = 0; i < WORKERS; i++) {
                ledger.submit(new RegisterWorker(
                        WorkerOffer.of(new WorkerId("worker-" + i), Set.of(POOL), Set.of("mail"), CAPACITY)
                                .withResources(Map.of("cpu", i == 0 ? (long) CAPACITY : 2L))));
            }
        }

        /** How many grants pass a unit that needs so much. */
        int passing(int needs) {
            for (int round = 0; round < 2 * ROUNDS; round++) {
                round();
            }
            submit("large", needs);
            for (int passed = 0; ; ) {
                List<WorkId> granted = round();
                int at = granted.indexOf(new WorkId("large"));
                if (at >= 0) {
                    ledger.close();
                    return passed + at;
                }
                passed += granted.size();
                assertThat(passed).as("it never starts").isLessThan(10_000);
            }
        }

        /** What has run for its time ends, and each worker asks once, for a few, in any order. */
        private List<WorkId> round() {
            for (int i = 0; i < 4 * CAPACITY; i++) {
                submit("small-" + ++units, 1);
            }
            Deque<Grant> ended = ending.removeFirst();
            ending.add(new ArrayDeque<>());
            ended.forEach(grant -> ledger.submit(
                    new Settle(grant.work(), grant.fence(), SECRET, new Answer.Succeeded(Payload.EMPTY))));
            List<WorkId> granted = new ArrayList<>();
            List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
            Collections.shuffle(order, random);
            for (int worker : order) {
                ClaimDecision decision = ledger.submit(new ClaimWork(
                        POOL,
                        new WorkerId("worker-" + worker),
                        new RequestId(0, 0, ++requests),
                        SECRET,
                        1 + random.nextInt(MOST)));
                if (decision instanceof ClaimDecision.Granted some) {
                    for (Grant grant : some.grants()) {
                        granted.add(grant.work());
                        ending.get(random.nextInt(ROUNDS)).add(grant);
                    }
                }
            }
            return granted;
        }

        private void submit(String id, int cpu) {
            ledger.submit(new Submit(
                    POOL,
                    Submission.of("mail", new IdempotencyKey(id))
                            .id(new WorkId(id))
                            .fairnessKey(id.substring(0, 5))
                            .demand("cpu", cpu)
                            .build()));
        }
    }

    @Test
    void aLargeUnitIsPassedBySoManyAtMost() {
        long nearest = 0;
        for (int bypassLimit : List.of(1, 10, 50)) {
            for (int needs : List.of(CAPACITY / 2, CAPACITY)) {
                int bound = bypassLimit + WORKERS * MOST + ROUNDS * (CAPACITY - needs) + WORKERS * MOST;
                int most = 0;
                for (long seed = 1; seed <= 40; seed++) {
                    most = Math.max(most, new Run(seed, bypassLimit).passing(needs));
                }
                System.out.printf(
                        "I20: needs %d of %d, bypassLimit %d: passed by %d at most, bound %d%n",
                        needs, CAPACITY, bypassLimit, most, bound);
                assertThat(most).isLessThanOrEqualTo(bound);
                // One that needs all of the pool starts by a reservation only.
                assertThat(needs < CAPACITY || most >= bypassLimit).isTrue();
                nearest = Math.max(nearest, 100L * most / bound);
            }
        }
        System.out.println(Figure.line("reservation.nearest-to-bound-percent", nearest));
    }

    /** The measure has to see it: without a reservation nothing bounds it. */
    @Test
    void withoutReservationsItIsPassedByMany() {
        int most = 0;
        for (long seed = 1; seed <= 5; seed++) {
            most = Math.max(most, new Run(seed, 1_000).passing(CAPACITY));
        }
        assertThat(most).isGreaterThanOrEqualTo(1_000);
        System.out.println(Figure.line("reservation.passed-in-a-thousand", most));
    }
}
