// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.subject;

import dev.holdfast.benchmarks.run.Loops;
import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Payload;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.WorkerDecision;
import dev.holdfast.core.work.WorkerOffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** One registered worker that claims and settles and runs nothing: the dispatcher's conversation with the ledger. */
final class Claimant {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** Claimed batches that may wait for their settlement. */
    private static final int AHEAD = 2;

    private final Ledger ledger;
    private final int batch;
    private final WorkerId worker;
    private final ClaimSecret secret = new ClaimSecret(1, 2);
    private long requests;

    Claimant(Ledger ledger, int batch) {
        this.ledger = ledger;
        this.batch = batch;
        this.worker = new WorkerId("bench-" + ProcessHandle.current().pid() + "-" + NUMBERS.incrementAndGet());
        WorkerDecision decision = ledger.submit(
                new RegisterWorker(WorkerOffer.of(worker, Set.of(Units.POOL), Set.of(Units.KIND), 1_000_000)));
        if (!(decision instanceof WorkerDecision.Registered)) {
            throw new IllegalStateException("not registered: " + decision);
        }
    }

    /** From one thread. Empty when there is nothing now. */
    List<Grant> claim() {
        ClaimDecision decision = ledger.submit(new ClaimWork(
                Units.POOL, worker, new RequestId(0, worker.value().hashCode(), ++requests), secret, batch));
        return switch (decision) {
            case ClaimDecision.Granted granted -> granted.grants();
            case ClaimDecision.Nothing nothing -> List.of();
            default -> throw new IllegalStateException("no claim: " + decision);
        };
    }

    /** Settles all, as successes; says how many. */
    long settle(List<Grant> grants) {
        List<Command<?>> settlements = new ArrayList<>(grants.size());
        for (Grant grant : grants) {
            settlements.add(new Settle(grant.work(), grant.fence(), secret, new Answer.Succeeded(Payload.EMPTY)));
        }
        for (Decision decision : ledger.submitAll(settlements)) {
            if (!(decision instanceof SettleDecision.Accepted)) {
                throw new IllegalStateException("not settled: " + decision);
            }
        }
        return grants.size();
    }

    /** A claim, then its settlement, on one thread. */
    long claimAndSettle() {
        List<Grant> grants = claim();
        return grants.isEmpty() ? 0 : settle(grants);
    }

    void startAlone(Loops loops) {
        loops.start(this::claimAndSettle);
    }

    /** Settles the last batch beside the claim of the next, on a thread of its own. */
    void startBeside(Loops loops) {
        BlockingQueue<List<Grant>> claimed = new ArrayBlockingQueue<>(AHEAD);
        loops.startUncounted(() -> {
            List<Grant> grants = claim();
            while (!grants.isEmpty() && !claimed.offer(grants, 1, TimeUnit.MILLISECONDS) && !loops.isStopped()) {
                // The settling thread is behind; it makes room, or everything stops.
            }
            return grants.size();
        });
        loops.start(() -> {
            List<Grant> grants = claimed.poll(1, TimeUnit.MILLISECONDS);
            return grants == null ? 0 : settle(grants);
        });
    }
}
