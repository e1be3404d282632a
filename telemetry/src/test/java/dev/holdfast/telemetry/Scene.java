// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
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
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.WorkerOffer;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A pool, a worker and what they usually do, on a ledger. */
final class Scene {
    static final PoolId POOL = new PoolId("p");
    static final WorkerId WORKER = new WorkerId("w");
    static final ClaimSecret SECRET = new ClaimSecret(1, 2);

    private final Ledger ledger;
    private int requests;

    Scene(Ledger ledger) {
        this.ledger = ledger;
    }

    Scene define(PoolPolicy policy) {
        ledger.submit(new DefinePool(POOL, policy));
        return this;
    }

    Scene register(String... kinds) {
        ledger.submit(new RegisterWorker(
                WorkerOffer.of(WORKER, Set.of(POOL), Set.of(kinds), 1_000).withResources(Map.of("cpu", 8L))));
        return this;
    }

    static Submission.Builder unit(String kind, String key) {
        return Submission.of(kind, new IdempotencyKey(key)).id(new WorkId(key));
    }

    SubmitDecision submit(Submission.Builder unit) {
        return ledger.submit(new Submit(POOL, unit.build()));
    }

    RequestId newRequest() {
        requests++;
        return new RequestId(0, 0, requests);
    }

    ClaimDecision claim(RequestId request, int most) {
        return ledger.submit(new ClaimWork(POOL, WORKER, request, SECRET, most));
    }

    List<Grant> claim(int most) {
        return claim(newRequest(), most) instanceof ClaimDecision.Granted granted ? granted.grants() : List.of();
    }

    static Settle settlement(Grant grant, Answer answer) {
        return new Settle(grant.work(), grant.fence(), SECRET, answer);
    }

    SettleDecision settle(Grant grant, Answer answer) {
        return ledger.submit(settlement(grant, answer));
    }
}
