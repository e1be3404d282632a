// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.runtime.logic.Monotonic;
import java.time.Duration;
import java.util.Optional;

/**
 * Moves one pool's work from the ledger to the handlers. One round: give back what must not start; claim; start. The
 * {@link Settler} tells the ledger meanwhile what handlers said.
 *
 * <p>While a claim is in the ledger, handlers end and start the next ready one by themselves.
 *
 * <p>A claim that got no answer is made again, exactly the same, after a back-off; until then nothing else is claimed.
 * That may take longer than the lease: an answer that comes late is the ledger's to judge, and costs nothing.
 */
final class Dispatcher implements Step {
    /**
     * When no run has ended for this long, what waits for a permit is given back: another worker may be quicker. Fifty times
     * what prefetched work is meant to wait.
     */
    private static final long PATIENCE = Duration.ofSeconds(1).toNanos();

    private final Registration registration;
    private final Exchange exchange;
    private final PoolClaims claims;
    private final Claimer claimer;
    private final Runner runner;
    private final LedgerCalls calls;
    private final Monotonic clock;
    private volatile Runnable toSay = () -> {};
    private volatile boolean stopping;

    Dispatcher(
            Registration registration,
            Exchange exchange,
            PoolClaims claims,
            Claimer claimer,
            Runner runner,
            Reports reports,
            Driver driver) {
        this.registration = registration;
        this.exchange = exchange;
        this.claims = claims;
        this.claimer = claimer;
        this.runner = runner;
        this.calls = new LedgerCalls(reports, driver);
        this.clock = driver.clock();
    }

    /** @param action wakes the settler */
    void onSomethingToSay(Runnable action) {
        toSay = action;
    }

    /** From now on nothing is claimed or started, and what is ready is given back. */
    void stopClaiming() {
        stopping = true;
        runner.stopStarting();
    }

    /** Whether all that was claimed has been answered for. Only meaningful after {@link #stopClaiming}. */
    boolean isIdle() {
        PoolClaims.Counts counts = claims.counts();
        return counts.ready() + counts.running() + counts.answers() == 0 && !claimer.isAsking() && exchange.isAllSaid();
    }

    @Override
    public long run() {
        if (calls.mustWait()) {
            return calls.notBefore();
        }
        calls.make(this::claim, "the ledger did not answer about pool " + claimer.pool());
        runner.startReady();
        PoolClaims.Counts counts = claims.counts();
        if (counts.answers() > 0 || counts.canBegin()) {
            toSay.run();
        }
        return nextRound();
    }

    private void claim() {
        handBack();
        claimer.claim(stopping);
        handBack();
    }

    private void handBack() {
        int startable = registration.startable();
        // While messages are unanswered it is the ledger that is slow, and giving back would only add to its work.
        boolean stuck = exchange.isAllSaid()
                && clock.nanos() - PATIENCE > claims.counts().stuckSince();
        claims.handBack(each -> reasonAgainst(each, startable, stuck));
    }

    private Optional<String> reasonAgainst(Held each, int startable, boolean stuck) {
        if (stopping) {
            return Optional.of(WorkerCodes.WORKER_STOPPING);
        }
        if (each.incarnation() != startable) {
            return Optional.of(WorkerCodes.LEASE_OVER);
        }
        if (stuck) {
            claimer.waitedTooLong();
            return Optional.of(WorkerCodes.WAITED_TOO_LONG);
        }
        return Optional.empty();
    }

    private long nextRound() {
        if (calls.mustWait()) {
            return calls.notBefore();
        }
        PoolClaims.Counts counts = claims.counts();
        if (counts.canGoOn() && !counts.canBegin()) {
            return clock.nanos();
        }
        long next = Monotonic.later(counts.stuckSince(), PATIENCE + 1);
        return stopping ? next : Math.min(next, claimer.nextLook());
    }
}
