// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import dev.holdfast.core.ledger.LedgerClock;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Elapsed time that goes on while the machine sleeps. The machine's ticks never go back, but on some systems they stand
 * still during a suspend; the wall clock goes on, but may be set. So this is the ticks and, added up, whatever the wall
 * clock gained on them: at least as much as passed, except for {@link #TOLERANCE}, and never less than the ticks.
 *
 * <p>When the wall clock is set back, what it gains is counted from there: neither does this time stand still until the wall
 * clock has caught up, nor does a suspend go unnoticed until then. Thread-safe.
 */
final class ElapsedTime implements Monotonic {
    /** What the two may differ by without a reason: more than slewing and rounding do, far less than a lease has to spare. */
    static final long TOLERANCE = Duration.ofMillis(10).toNanos();

    /**
     * @param lead of the wall clock over the ticks when it was last looked at closely
     * @param gained all that it gained so far; never less than before
     */
    private record Gain(long lead, long gained) {}

    private final LongSupplier ticks;
    private final LedgerClock wall;
    private final long origin;
    private volatile Gain gain;

    /** @param ticks in nanoseconds from any start; never go back */
    ElapsedTime(LongSupplier ticks, LedgerClock wall) {
        this.ticks = ticks;
        this.wall = wall;
        this.origin = ticks.getAsLong();
        this.gain = new Gain(wallNanos() - origin, 0);
    }

    @Override
    public long nanos() {
        long now = ticks.getAsLong();
        Gain known = gain;
        long moved = wallNanos() - now - known.lead();
        return moved <= TOLERANCE && moved >= -TOLERANCE ? now - origin + known.gained() : lookClosely();
    }

    /** A thread may be held up between two readings: only what the ticks on both sides agree on is a move of the wall clock. */
    private synchronized long lookClosely() {
        long before = ticks.getAsLong();
        long wallNow = wallNanos();
        long after = ticks.getAsLong();
        long risen = wallNow - after - gain.lead();
        if (risen > TOLERANCE) {
            gain = new Gain(wallNow - after, gain.gained() + risen);
        } else if (wallNow - before - gain.lead() < -TOLERANCE) {
            gain = new Gain(wallNow - before, gain.gained());
        }
        return after - origin + gain.gained();
    }

    private long wallNanos() {
        return wall.now().micros() * 1_000;
    }
}
