// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.runtime.logic.BackOff;
import dev.holdfast.runtime.logic.Monotonic;
import java.time.Duration;
import java.util.Optional;

/**
 * Moves one pool's work between the ledger and the handlers. One round: tell the ledger what handlers said and begin what
 * must be begun, in one call; claim; start.
 *
 * <p>While a round is in the ledger, handlers end and start the next ready one by themselves; what they say meanwhile makes
 * up the next batch. So batches are as large as the ledger is slow. Only a worker that is busy without waiting for the
 * ledger lets answers wait for others, for 2 ms.
 *
 * <p>A call that got no answer is made again, exactly the same, after a back-off; until then nothing else is asked of the
 * ledger. That may take longer than the lease: an answer that comes late is the ledger's to judge, and costs nothing.
 */
final class Dispatcher implements Step {
    /**
     * When no run has ended for this long, what waits for a permit is given back: another worker may be quicker. Fifty times
     * what prefetched work is meant to wait.
     */
    private static final long PATIENCE = Duration.ofSeconds(1).toNanos();

    /** Longer than a commit takes, so that a busy worker commits for several units at once; nobody notices it. */
    private static final long LINGER = Duration.ofMillis(2).toNanos();

    /** So many are worth a commit at once: the batch size at which stores are fast. */
    private static final int ENOUGH_ANSWERS = 100;

    private final Registration registration;
    private final Exchange exchange;
    private final PoolClaims claims;
    private final Claimer claimer;
    private final Runner runner;
    private final Reports reports;
    private final Monotonic clock;
    private final BackOff backOff;
    private long notBefore = Long.MIN_VALUE;
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
        this.reports = reports;
        this.clock = driver.clock();
        this.backOff = new BackOff(Duration.ofMillis(10), Duration.ofSeconds(2), driver.random());
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
        long now = clock.nanos();
        if (now < notBefore) {
            return notBefore;
        }
        try {
            handBack();
            if (settleAt() <= now && exchange.send(stopping)) {
                backOff.reset();
                runner.progress();
            }
            claimer.claim(stopping);
            handBack();
            backOff.reset();
            notBefore = Long.MIN_VALUE;
        } catch (LedgerUnavailable | OutcomeUnknown e) {
            reports.trouble("the ledger did not answer about pool " + claimer.pool(), e);
            notBefore = Monotonic.later(clock.nanos(), backOff.next());
        }
        runner.startReady();
        return nextRound();
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
        long now = clock.nanos();
        if (now < notBefore) {
            return notBefore;
        }
        PoolClaims.Counts counts = claims.counts();
        if (!exchange.isAllSaid() || counts.canGoOn()) {
            return now;
        }
        long next = Monotonic.later(counts.stuckSince(), PATIENCE + 1);
        if (counts.answers() > 0) {
            next = Math.min(next, settleAt());
        }
        return stopping ? next : Math.min(next, claimer.nextLook());
    }

    /** Answers wait a moment only while every permit is taken and more work is ready: then others follow them soon. */
    private long settleAt() {
        PoolClaims.Counts counts = claims.counts();
        boolean othersFollow = exchange.isAllSaid()
                && !stopping
                && !counts.canGoOn()
                && counts.ready() > 0
                && counts.answers() > 0
                && counts.answers() < ENOUGH_ANSWERS;
        return othersFollow ? Monotonic.later(counts.answeredSince(), LINGER) : Long.MIN_VALUE;
    }
}
