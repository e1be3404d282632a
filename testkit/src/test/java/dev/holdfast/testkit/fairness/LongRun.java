// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.fairness;

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
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** A pool that is never empty, and what its keys got. Of two workers one runs both kinds, the other only the first. */
final class LongRun {
    private static final PoolId POOL = new PoolId("pool");
    private static final ClaimSecret SECRET = new ClaimSecret(0, 0);
    private static final List<String> KINDS = List.of("mail", "build");
    private static final int BAND = 4;
    private static final int GRANTS = 10_000;
    private static final int MOST = 40;

    /**
     * @param steady keys that have plenty of units of both kinds at all times
     * @param passing keys that come with a few units and go
     * @param most grants of one claim
     * @param backlog how many units of each kind the first key has waiting; the others have as many as one claim may take
     * @param large whether the steady keys also have units that mostly find no room
     * @param released share of the grants that are given back, in percent
     * @param above whether the band above also has work now and then
     * @param weights of the keys
     */
    record Shape(
            String name,
            int steady,
            int passing,
            int most,
            int backlog,
            boolean large,
            int released,
            boolean above,
            Fairness weights) {}

    private record Kind(String key, String kind) {}

    private final Shape shape;
    private final Random random = new Random(19);
    private final Ledger ledger = MemoryLedger.create(new ManualClock());
    private final List<String> steady;
    private final Map<WorkId, Integer> waiting = new HashMap<>();
    private final Map<Kind, Integer> plain = new HashMap<>();
    private final List<Grant> held = new ArrayList<>();
    private final GrantLog log;
    private final List<GrantLog.Wait> waits = new ArrayList<>();
    private int units;
    private long requests;

    LongRun(Shape shape) {
        this.shape = shape;
        log = new GrantLog(shape.weights());
        steady = IntStream.range(0, shape.steady()).mapToObj(i -> "steady-" + i).toList();
        ledger.submit(new DefinePool(
                POOL,
                PoolPolicy.DEFAULT
                        .withBudgets(1_000_000, 1_000_000)
                        .withLease(Duration.ofDays(1))
                        .withCapacity(Map.of("memory", 4L))
                        .change()
                        .fairness(shape.weights())
                        .build()));
        for (int i = 0; i < KINDS.size(); i++) {
            Set<String> kinds = Set.copyOf(KINDS.subList(0, i + 1));
            ledger.submit(new RegisterWorker(WorkerOffer.of(new WorkerId("worker-" + i), Set.of(POOL), kinds, 5_000)
                    .withResources(Map.of("memory", 4L))));
        }
    }

    LongRun run() {
        while (log.size() < GRANTS) {
            topUp();
            if (shape.passing() > 0 && random.nextInt(3) == 0) {
                String key = "passing-" + random.nextInt(shape.passing());
                for (int i = 1 + random.nextInt(3); i > 0; i--) {
                    submit(unit(key, KINDS.getFirst(), BAND));
                }
            }
            if (shape.above() && random.nextInt(3) == 0) {
                submit(unit("above", KINDS.getFirst(), BAND - 1));
            }
            if (shape.large() && random.nextInt(3) == 0) {
                submit(unit(steady.get(random.nextInt(steady.size())), KINDS.getFirst(), BAND)
                        .demand("memory", 1L + random.nextInt(4)));
            }
            claim();
            while (held.size() > 20 || (!held.isEmpty() && random.nextInt(3) > 0)) {
                settle(held.remove(random.nextInt(held.size())));
            }
        }
        ledger.close();
        return this;
    }

    private void topUp() {
        for (String key : steady) {
            int wanted = key.equals(steady.getFirst()) ? shape.backlog() : MOST;
            for (String kind : KINDS) {
                while (plain.getOrDefault(new Kind(key, kind), 0) < wanted) {
                    submit(unit(key, kind, BAND));
                    plain.merge(new Kind(key, kind), 1, Integer::sum);
                }
            }
        }
    }

    private Submission.Builder unit(String key, String kind, int band) {
        String id = "unit-" + ++units;
        return Submission.of(kind, new IdempotencyKey(id))
                .id(new WorkId(id))
                .fairnessKey(key)
                .band(band);
    }

    private void submit(Submission.Builder unit) {
        Submission submission = unit.build();
        ledger.submit(new Submit(POOL, submission));
        waiting.put(submission.id().orElseThrow(), log.size());
    }

    private void claim() {
        WorkerId worker = new WorkerId("worker-" + random.nextInt(KINDS.size()));
        int most = 1 + random.nextInt(shape.most());
        ClaimDecision decision =
                ledger.submit(new ClaimWork(POOL, worker, new RequestId(0, 0, ++requests), SECRET, most));
        if (decision instanceof ClaimDecision.Granted granted) {
            granted.grants().forEach(this::granted);
        }
    }

    private void granted(Grant grant) {
        held.add(grant);
        int since = waiting.remove(grant.work());
        if (grant.submission().requirements().band() != BAND) {
            return;
        }
        String key = grant.submission().requirements().fairnessKey();
        boolean alwaysFits = grant.submission().requirements().needs().isNone();
        GrantLog.Wait wait = log.granted(key, since);
        if (alwaysFits) {
            waits.add(wait);
        }
        plain.computeIfPresent(
                new Kind(key, grant.submission().requirements().eligibility().kind()),
                (kind, left) -> alwaysFits ? left - 1 : left);
    }

    private void settle(Grant grant) {
        if (random.nextInt(100) >= shape.released()) {
            ledger.submit(new Settle(grant.work(), grant.fence(), SECRET, new Answer.Succeeded(Payload.EMPTY)));
            return;
        }
        Answer back = new Answer.Released(Evidence.NOT_STARTED, "later", Optional.of(Duration.ZERO));
        ledger.submit(new Settle(grant.work(), grant.fence(), SECRET, back));
        waiting.put(grant.work(), log.size());
        if (grant.submission().requirements().needs().isNone()) {
            plain.computeIfPresent(
                    new Kind(
                            grant.submission().requirements().fairnessKey(),
                            grant.submission().requirements().eligibility().kind()),
                    (kind, left) -> left + 1);
        }
    }

    Shape shape() {
        return shape;
    }

    int grants() {
        return log.size();
    }

    long deviation() {
        return log.deviation(steady);
    }

    long mostDeviation() {
        return log.bound(steady);
    }

    List<GrantLog.Wait> waits() {
        return waits;
    }
}
