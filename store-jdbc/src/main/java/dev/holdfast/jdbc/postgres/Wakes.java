// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The number that idle workers look at. It moves with what this process commits and with every notification from others.
 * While no notifications come it also moves by itself, less and less often as long as nothing else moves it: then a look
 * that finds it moved is a poll. Thread-safe.
 */
final class Wakes {
    private static final long FIRST_TICK_NANOS = 10_000_000;
    private static final long LONGEST_TICK_NANOS = 500_000_000;

    private final LongSupplier nanos;
    private final AtomicLong changes = new AtomicLong();
    private volatile boolean listening;
    private long tick = FIRST_TICK_NANOS;
    private long tickedAt;

    Wakes(LongSupplier nanos) {
        this.nanos = nanos;
        this.tickedAt = nanos.getAsLong();
    }

    /** Whether somebody tells when work may be claimable, so that nobody has to ask. */
    void listening(boolean value) {
        listening = value;
        wake();
    }

    /** Work may be claimable now. */
    void wake() {
        changes.incrementAndGet();
        synchronized (this) {
            tick = FIRST_TICK_NANOS;
        }
    }

    long changes() {
        if (!listening) {
            tick();
        }
        return changes.get();
    }

    private synchronized void tick() {
        long now = nanos.getAsLong();
        if (now - tickedAt >= tick) {
            tickedAt = now;
            tick = Math.min(LONGEST_TICK_NANOS, tick + tick / 2);
            changes.incrementAndGet();
        }
    }
}
