// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Explain;
import dev.holdfast.core.work.Explanation;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Retry;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.SweepDecision;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** One pool, and what those do who work on it. Thread-safe as far as the ledger is. */
final class Hands {
    static final PoolId POOL = new PoolId("p");
    static final Answer DONE = new Answer.Succeeded(Payload.EMPTY);
    static final Answer NOT_STARTED = new Answer.Released(Evidence.NOT_STARTED, "later", Optional.empty());

    /** What was given back or lost may run again at once, as often as need be. */
    static final PoolPolicy AGAIN_AT_ONCE = PoolPolicy.DEFAULT
            .withRetry(new Retry(Duration.ZERO, 1, Duration.ZERO, 0))
            .withBudgets(1_000_000, 1_000_000);

    private static final ClaimSecret SECRET = new ClaimSecret(1, 2);

    private final Ledger ledger;
    private final AtomicInteger requests = new AtomicInteger();

    Hands(Ledger ledger, PoolPolicy policy) {
        this.ledger = ledger;
        ledger.submit(new DefinePool(POOL, policy));
    }

    WorkerId register(String name) {
        return register(name, Map.of());
    }

    WorkerId register(String name, Map<String, Long> resources) {
        WorkerId worker = new WorkerId(name);
        ledger.submit(new RegisterWorker(
                WorkerOffer.of(worker, Set.of(POOL), Set.of("mail"), 20_000).withResources(resources)));
        return worker;
    }

    static Submission.Builder unit(String key) {
        return Submission.of("mail", new IdempotencyKey(key)).id(new WorkId(key));
    }

    void submit(Submission.Builder... units) {
        ledger.submitAll(List.of(units).stream()
                .map(each -> new Submit(POOL, each.build()))
                .toList());
    }

    /** Units that differ in nothing but their keys: the prefix and a number from 0. */
    void submitMany(String prefix, int count) {
        ledger.submitAll(IntStream.range(0, count)
                .mapToObj(i -> new Submit(POOL, unit(prefix + i).build()))
                .toList());
    }

    /** A request that was never sent before. */
    List<Grant> claim(WorkerId worker, int most) {
        RequestId request = new RequestId(1, worker.value().hashCode(), requests.incrementAndGet());
        ClaimDecision decision = ledger.submit(new ClaimWork(POOL, worker, request, SECRET, most));
        return decision instanceof ClaimDecision.Granted granted ? granted.grants() : List.of();
    }

    static Settle answer(Grant grant, Answer answer) {
        return new Settle(grant.work(), grant.fence(), SECRET, answer);
    }

    SettleDecision settle(Grant grant, Answer answer) {
        return ledger.submit(answer(grant, answer));
    }

    /** Sweeps until there is no more, and returns how many claims were lost. */
    int sweep() {
        int lost = 0;
        while (ledger.submit(new Sweep(POOL, true)) instanceof SweepDecision.Swept swept) {
            lost += swept.lost();
            if (!swept.more()) {
                break;
            }
        }
        return lost;
    }

    Unit unit(WorkId work) {
        return ledger.ask(new Inspect(work)).orElseThrow();
    }

    Explanation explain(WorkId work) {
        return ledger.ask(new Explain(work)).orElseThrow().reason();
    }
}
