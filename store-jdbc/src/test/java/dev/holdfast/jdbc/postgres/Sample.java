// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
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
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.jdbc.Some;
import java.util.List;
import java.util.Set;

/** What tests of maintenance need beyond {@link Some}. */
final class Sample {
    private Sample() {}

    static void define(Ledger ledger, PoolPolicy policy) {
        ledger.submit(new DefinePool(Some.POOL, policy));
        register(ledger, Some.WORKER);
    }

    static void register(Ledger ledger, WorkerId worker) {
        ledger.submit(new RegisterWorker(WorkerOffer.of(worker, Set.of(Some.POOL), Set.of("job"), 1_000)));
    }

    static Submission.Builder submission(String key) {
        return Submission.of("job", new IdempotencyKey(key)).payload(Payload.text("do " + key));
    }

    static List<Grant> claim(Ledger ledger, WorkerId worker, long request, int max) {
        ClaimDecision decision =
                ledger.submit(new ClaimWork(Some.POOL, worker, new RequestId(0, 0, request), Some.SECRET, max));
        return decision instanceof ClaimDecision.Granted granted ? granted.grants() : List.of();
    }

    static SettleDecision settle(Ledger ledger, Grant grant, Answer answer) {
        return ledger.submit(new Settle(grant.work(), grant.fence(), Some.SECRET, answer));
    }
}
