// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.WorkerDead;
import dev.holdfast.core.work.WorkerUnknown;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How much a worker claims of one pool, and when.
 *
 * <p><em>How much</em>: permits come first. A worker asks for what it can start at once, and for what will start within
 * the prefetch time by the moving mean of run times: work that waits here is work that nobody else can take. Nothing is
 * prefetched before the first run has ended, and claims wait until half of the prefetched work has started, so that they
 * come in batches.
 *
 * <p><em>When</em>: at once while the last claim said that there is more; otherwise when the ledger's change number moved, when
 * the next unit is due, or after the idle poll. An idle worker looks at the change number every 5 to 50 ms, less often the
 * longer nothing happens, at drawn moments so that workers do not march in step.
 *
 * <p>Not thread-safe, but for what is learnt of run times.
 */
public final class ClaimLogic {
    /** Most units that wait here, however short the runs: the batch size at which a store is fastest. */
    public static final int MAX_PREFETCH = 500;

    private static final long FASTEST_LOOK = Duration.ofMillis(5).toNanos();
    private static final long SLOWEST_LOOK = Duration.ofMillis(50).toNanos();

    private final int concurrency;
    private final long prefetch;
    private final long idlePoll;
    private final RandomGenerator random;
    private final RunTimes runTimes = new RunTimes();
    private long lookEvery = FASTEST_LOOK;
    private long seenChanges;
    private long notBefore = Long.MIN_VALUE;
    private long claimAt = Long.MIN_VALUE;

    /**
     * @param concurrency handlers at once, at least 1
     * @param prefetch how long claimed work may wait here; zero for none
     * @param idlePoll longest time between two claims of an idle worker
     */
    public ClaimLogic(int concurrency, Duration prefetch, Duration idlePoll, RandomGenerator random) {
        this.concurrency = concurrency;
        this.prefetch = prefetch.toNanos();
        this.idlePoll = idlePoll.toNanos();
        this.random = random;
    }

    /** How many units to ask for, 0 to {@link ClaimWork#MAX}, when {@code running} run and {@code ready} wait here. */
    public int want(int running, int ready) {
        int free = Math.max(0, concurrency - running);
        int ahead = (int) Math.min(MAX_PREFETCH, concurrency * runTimes.runsWithin(prefetch));
        boolean enough = ready > free + ahead / 2 || ready >= free + ahead;
        return enough ? 0 : Math.min(ClaimWork.MAX, free + ahead - ready);
    }

    /** @param changes the ledger's change number now */
    public boolean isTime(long now, long changes) {
        return now >= claimAt || (changes != seenChanges && now >= notBefore);
    }

    /** When to look at the change number again. */
    public long nextLook(long now) {
        if (claimAt <= now) {
            return now;
        }
        long wait = lookEvery - random.nextLong(lookEvery / 2);
        lookEvery = Math.min(SLOWEST_LOOK, lookEvery + lookEvery / 2);
        return Math.min(claimAt, Monotonic.later(now, wait));
    }

    /**
     * Learns from an answer.
     *
     * @param changes the ledger's change number before the claim was sent
     */
    public void answered(ClaimDecision decision, long changes, long now) {
        seenChanges = changes;
        notBefore = Long.MIN_VALUE;
        switch (decision) {
            case ClaimDecision.Granted granted -> {
                // Without more, the next claim only learns what is due when.
                claimAt = granted.more() ? Long.MIN_VALUE : Monotonic.later(now, FASTEST_LOOK);
                lookEvery = FASTEST_LOOK;
            }
            case ClaimDecision.NothingWaits none ->
                claimAt = Monotonic.later(
                        now, none.nextDue().map(Duration::toNanos).orElse(idlePoll));
            case ClaimDecision.NothingFits none -> full(now, none.more());
            case ClaimDecision.PoolFull none -> full(now, false);
            case ClaimDecision.WorkerFull none -> full(now, false);
            case ClaimDecision.PoolPaused none -> full(now, false);
            case ClaimDecision.Refused refused -> refused(now);
            case PoolUnknown refused -> refused(now);
            case WorkerUnknown refused -> refused(now);
            case WorkerDead refused -> refused(now);
        }
        claimAt = Math.min(claimAt, Monotonic.later(now, idlePoll));
    }

    /** Where everything is taken, every end of a run elsewhere moves the change number; most of those bring nothing here. */
    private void full(long now, boolean more) {
        notBefore = Monotonic.later(now, FASTEST_LOOK);
        claimAt = Monotonic.later(now, more ? FASTEST_LOOK : idlePoll);
    }

    private void refused(long now) {
        notBefore = Monotonic.NEVER;
        claimAt = Monotonic.later(now, idlePoll);
    }

    /** Somebody knows that there is something to claim: work was submitted or given back here, or a worker registered. */
    public void expect() {
        claimAt = Long.MIN_VALUE;
        lookEvery = FASTEST_LOOK;
    }

    /** @param nanos how long a handler ran */
    public void ran(long nanos) {
        runTimes.ran(nanos);
    }

    /** Work had to wait here for too long: what was known about run times is wrong. */
    public void waitedTooLong() {
        runTimes.forget();
    }
}
