// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Fairness;
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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Shares (I19) of keys whose units run for different times: how long the pool worked for each, in proportion to its weight, at
 * every moment of a long run.
 */
class RunTimeSharesTest {
    private static final PoolId POOL = new PoolId("pool");
    private static final WorkerId WORKER = new WorkerId("worker");
    private static final ClaimSecret SECRET = new ClaimSecret(0, 0);
    private static final int AT_ONCE = 10;
    private static final int ENDS = 6_000;
    private static final Fairness WEIGHTS = Fairness.EQUAL.with("double", 2);

    /** How long units of a key run. */
    private static final Map<String, Duration> RUNS = new TreeMap<>(
            Map.of("short", Duration.ofSeconds(1), "long", Duration.ofSeconds(9), "double", Duration.ofSeconds(3)));

    private static final long LONGEST =
            RUNS.values().stream().mapToLong(Moment::micros).max().orElseThrow();

    /** What one key can be ahead of another by: all that runs at once belongs to it, and as much was granted to it unseen. */
    private static final long BOUND = 2 * AT_ONCE * LONGEST;

    private record End(Moment at, Grant grant) {}

    @Test
    void eachKeyGetsItsShareOfWhatThePoolWorks() {
        long most = deviation(Fairness.Cost.RUN_TIME, false);
        System.out.println(Figure.line("fairness.run-time.deviation-percent-of-bound", 100 * most / BOUND));

        assertThat(most).isPositive().isLessThanOrEqualTo(BOUND);
    }

    /**
     * Of units of one kind the ledger expects the same. What it charged too much for the short ones it gives back only as far
     * as the clock, so that their key stays behind a little; nine times as much for the long ones it does not get.
     */
    @Test
    void ofUnitsOfOneKindTheSharesAreNearlyRight() {
        long most = deviation(Fairness.Cost.RUN_TIME, true);
        long each = ENDS * (Moment.micros(Duration.ofSeconds(1)) + Moment.micros(Duration.ofSeconds(9))) / 10;
        System.out.println(Figure.line("fairness.run-time.one-kind-deviation-percent", 100 * most / each));

        assertThat(most).isLessThan(each / 5);
    }

    /** The measure has to see it: where grants are counted, who runs long gets more, and more all the time. */
    @Test
    void sharesOfGrantsAreOthers() {
        assertThat(deviation(Fairness.Cost.GRANT, true)).isGreaterThan(20 * BOUND);
    }

    /**
     * The most that two keys ever differed by in what the pool worked for them, by weight, in microseconds.
     *
     * @param sameKind whether the ledger has only one mean run time for all of them
     */
    private static long deviation(Fairness.Cost cost, boolean sameKind) {
        ManualClock clock = new ManualClock();
        try (Ledger ledger = MemoryLedger.create(clock)) {
            List<String> kinds = sameKind ? List.of("mail") : List.copyOf(RUNS.keySet());
            ledger.submit(new DefinePool(
                    POOL,
                    PoolPolicy.DEFAULT
                            .withLease(Duration.ofDays(10))
                            .change()
                            .maxLiveClaims(AT_ONCE)
                            .fairness(WEIGHTS.withCost(cost))
                            .build()));
            ledger.submit(new RegisterWorker(WorkerOffer.of(WORKER, Set.of(POOL), Set.copyOf(kinds), AT_ONCE)));
            for (String key : RUNS.keySet()) {
                for (int i = 0; i < ENDS; i++) {
                    ledger.submit(new Submit(
                            POOL,
                            Submission.of(sameKind ? "mail" : key, new IdempotencyKey(key + i))
                                    .fairnessKey(key)
                                    .build()));
                }
            }
            return play(ledger, clock);
        }
    }

    private static long play(Ledger ledger, ManualClock clock) {
        Map<String, Long> worked = new TreeMap<>();
        RUNS.keySet().forEach(key -> worked.put(key, 0L));
        PriorityQueue<End> running = new PriorityQueue<>(Comparator.comparing(End::at));
        long most = 0;
        for (int ends = 0; ends < ENDS; ends++) {
            ClaimDecision claimed =
                    ledger.submit(new ClaimWork(POOL, WORKER, new RequestId(0, 0, ends + 1), SECRET, AT_ONCE));
            if (claimed instanceof ClaimDecision.Granted granted) {
                granted.grants().forEach(each -> running.add(new End(clock.now().plus(run(each)), each)));
            }
            End next = running.remove();
            clock.set(next.at());
            ledger.submit(
                    new Settle(next.grant().work(), next.grant().fence(), SECRET, new Answer.Succeeded(Payload.EMPTY)));
            String key = next.grant().submission().requirements().fairnessKey();
            worked.merge(key, Moment.micros(run(next.grant())) / (key.equals("double") ? 2 : 1), Long::sum);
            most = Math.max(most, spread(worked));
        }
        return most;
    }

    private static Duration run(Grant grant) {
        return RUNS.get(grant.submission().requirements().fairnessKey());
    }

    private static long spread(Map<String, Long> worked) {
        return worked.values().stream().mapToLong(each -> each).max().orElseThrow()
                - worked.values().stream().mapToLong(each -> each).min().orElseThrow();
    }
}
