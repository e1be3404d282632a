// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Drives a ledger through whole lives of units: submit, claim, settle, in batches, from one thread. */
final class LifeCycles {
    private static final PoolId POOL = new PoolId("bench");
    private static final String KIND = "nothing";
    private static final Payload PAYLOAD = Payload.of(new byte[64], "application/octet-stream");

    private final Ledger ledger;
    private final int keys;
    private final WorkerId worker = new WorkerId("bench-worker");
    private final ClaimSecret secret = new ClaimSecret(1, 2);
    private long submitted;
    private long requests;

    LifeCycles(Ledger ledger, int keys) {
        this.ledger = ledger;
        this.keys = keys;
        ledger.submit(new DefinePool(
                POOL, PoolPolicy.DEFAULT.withMaxLiveClaims(1_000_000).withLease(Duration.ofHours(1))));
        ledger.submit(new RegisterWorker(WorkerOffer.of(worker, Set.of(POOL), Set.of(KIND), 1_000_000)));
    }

    void submit(int count) {
        List<Command<?>> batch = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long number = submitted++;
            batch.add(new Submit(
                    POOL,
                    Submission.of(KIND, new IdempotencyKey("unit-" + number))
                            .payload(PAYLOAD)
                            .fairnessKey(keys == 1 ? "" : "tenant-" + number % keys)
                            .build()));
        }
        ledger.submitAll(batch);
    }

    /** Claims a batch and settles it; says how many units that were. */
    int claimAndSettle(int batch) {
        ClaimDecision decision =
                ledger.submit(new ClaimWork(POOL, worker, new RequestId(0, 1, ++requests), secret, batch));
        if (!(decision instanceof ClaimDecision.Granted granted)) {
            throw new IllegalStateException("the benchmark ran dry: " + decision);
        }
        List<Command<?>> settlements = new ArrayList<>(granted.grants().size());
        for (Grant grant : granted.grants()) {
            settlements.add(new Settle(grant.work(), grant.fence(), secret, new Answer.Succeeded(Payload.EMPTY)));
        }
        ledger.submitAll(settlements);
        return settlements.size();
    }
}
