// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
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
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** The way of units through a pool, submitted, claimed and settled by one thread each. Thread-safe. */
final class FaultWay {
    private static final PoolId POOL = FaultCases.POOL;

    private final Function<List<? extends Command<?>>, List<Decision>> ledger;

    /** @param ledger sends commands until they are answered */
    FaultWay(Function<List<? extends Command<?>>, List<Decision>> ledger) {
        this.ledger = ledger;
    }

    void start() {
        send(new DefinePool(POOL, PoolPolicy.DEFAULT));
    }

    private Decision send(Command<?> command) {
        return ledger.apply(List.of(command)).getFirst();
    }

    /**
     * Submits so many units and settles as many as it gets, until no unit waits any more.
     *
     * @param executed is told of each unit between claim and settlement
     * @return how many it has settled
     */
    int run(int thread, int units, IntConsumer executed) {
        WorkerId worker = new WorkerId("w" + thread);
        ClaimSecret secret = new ClaimSecret(thread, 5);
        send(new RegisterWorker(WorkerOffer.of(worker, Set.of(POOL), Set.of("kind"), 100)));
        int settled = 0;
        for (int i = 0; ; i++) {
            if (i < units) {
                submit(thread + "-" + i);
            }
            ClaimWork claim = new ClaimWork(POOL, worker, new RequestId(thread, thread, i), secret, 1 + i % 3);
            ClaimDecision decision = (ClaimDecision) send(claim);
            if (decision instanceof ClaimDecision.Granted granted) {
                for (Grant grant : granted.grants()) {
                    executed.accept(settled);
                    settle(grant, secret);
                    settled++;
                }
            } else if (i >= units) {
                return settled;
            }
        }
    }

    private void submit(String key) {
        Submission submission = Submission.of("kind", new IdempotencyKey(key)).build();
        if (!(send(new Submit(POOL, submission)) instanceof SubmitDecision.Done)) {
            throw new AssertionError("not admitted: " + key);
        }
    }

    private void settle(Grant grant, ClaimSecret secret) {
        Answer answer = new Answer.Succeeded(Payload.EMPTY);
        Decision decision = send(new Settle(grant.work(), grant.fence(), secret, answer));
        if (!(decision instanceof SettleDecision.Accepted || decision instanceof SettleDecision.Repeated)) {
            throw new AssertionError("not settled: " + grant + ", " + decision);
        }
    }
}
