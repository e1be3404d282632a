// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.runtime.logic.Monotonic;
import java.time.Duration;

/**
 * Tells the ledger what handlers of one pool said, and begins what must be begun, in one call, beside the claims of the
 * {@link Dispatcher}: while the ledger looks for the next units, the last ones end. What handlers say during a call makes up
 * the next batch, so batches are as large as the ledger is slow. Only a worker that is busy without waiting for the ledger
 * lets answers wait for others, for 2 ms. A batch that got no answer is sent again, exactly the same, after a back-off.
 */
final class Settler implements Step {
    /** Longer than a commit takes, so that a busy worker commits for several units at once; nobody notices it. */
    private static final long LINGER = Duration.ofMillis(2).toNanos();

    /** So many are worth a commit at once: the batch size at which stores are fast. */
    private static final int ENOUGH_ANSWERS = 100;

    private final Exchange exchange;
    private final PoolClaims claims;
    private final Runner runner;
    private final LedgerCalls calls;
    private final Monotonic clock;
    private volatile Runnable onAnswered = () -> {};
    private volatile boolean stopping;

    Settler(Exchange exchange, PoolClaims claims, Runner runner, Reports reports, Driver driver) {
        this.exchange = exchange;
        this.claims = claims;
        this.runner = runner;
        this.calls = new LedgerCalls(reports, driver);
        this.clock = driver.clock();
    }

    /** @param action wakes the dispatcher */
    void onAnswered(Runnable action) {
        onAnswered = action;
    }

    /** From now on nothing is begun, and answers wait for no others. */
    void stopBeginning() {
        stopping = true;
    }

    @Override
    public long run() {
        if (calls.mustWait()) {
            return calls.notBefore();
        }
        calls.make(this::settle, "the ledger did not take what was said about pool " + exchange.pool());
        return nextRound();
    }

    private void settle() {
        if (settleAt() <= clock.nanos() && exchange.send(stopping)) {
            runner.progress();
            onAnswered.run();
        }
    }

    private long nextRound() {
        if (calls.mustWait()) {
            return calls.notBefore();
        }
        PoolClaims.Counts counts = claims.counts();
        if (!exchange.isAllSaid() || (counts.canBegin() && !stopping)) {
            return clock.nanos();
        }
        return counts.answers() > 0 ? settleAt() : Monotonic.NEVER;
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
