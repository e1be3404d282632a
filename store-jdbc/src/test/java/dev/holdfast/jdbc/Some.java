// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

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
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.WorkerOffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** One pool, one worker, one kind: the least that a test about something else needs. */
public final class Some {
    public static final PoolId POOL = new PoolId("p");
    public static final WorkerId WORKER = new WorkerId("w");
    public static final ClaimSecret SECRET = new ClaimSecret(1, 2);

    private Some() {}

    public static void define(Ledger ledger) {
        ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
    }

    public static void register(Ledger ledger) {
        registerFor(ledger, POOL, "job");
    }

    public static void registerFor(Ledger ledger, PoolId pool, String kind) {
        ledger.submit(new RegisterWorker(WorkerOffer.of(WORKER, Set.of(pool), Set.of(kind), 1_000)));
    }

    public static void submit(Ledger ledger, String... keys) {
        ledger.submitAll(Stream.of(keys).map(Some::submission).toList());
    }

    public static Submit submission(String key) {
        return new Submit(
                POOL,
                Submission.of("job", new IdempotencyKey(key))
                        .payload(Payload.text("do " + key))
                        .build());
    }

    public static WorkId work(String key) {
        return WorkId.derived(POOL, new IdempotencyKey(key));
    }

    public static ClaimWork claimWork(long request, int max) {
        return new ClaimWork(POOL, WORKER, new RequestId(0, 0, request), SECRET, max);
    }

    public static List<Grant> claim(Ledger ledger, long request, int max) {
        return grants(ledger.submit(claimWork(request, max)));
    }

    public static List<Grant> claimFrom(Ledger ledger, PoolId pool, long request) {
        return grants(ledger.submit(new ClaimWork(pool, WORKER, new RequestId(0, 0, request), SECRET, 9)));
    }

    private static List<Grant> grants(ClaimDecision decision) {
        return decision instanceof ClaimDecision.Granted granted ? granted.grants() : List.of();
    }

    public static SettleDecision succeed(Ledger ledger, Grant grant) {
        return ledger.submit(success(grant));
    }

    /** Gives back what must not be applied twice, so that it becomes uncertain. */
    public static SettleDecision applied(Ledger ledger, Grant grant) {
        Answer answer = new Answer.Released(Evidence.APPLIED, "no-receipt", Optional.empty());
        return ledger.submit(new Settle(grant.work(), grant.fence(), SECRET, answer));
    }

    public static Settle success(Grant grant) {
        return new Settle(grant.work(), grant.fence(), SECRET, new Answer.Succeeded(Payload.text("done")));
    }

    /** Whether permissions mean nothing to this user. */
    public static boolean isAlmighty() {
        return Files.isWritable(Path.of("/"));
    }
}
