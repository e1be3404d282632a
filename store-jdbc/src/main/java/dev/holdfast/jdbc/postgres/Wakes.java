// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.ledger.Ledger;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
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
    private final List<Runnable> watchers = new CopyOnWriteArrayList<>();
    private volatile Consumer<Cause> ownWake = cause -> {};
    private volatile boolean listening;
    private long tick = FIRST_TICK_NANOS;
    private long tickedAt;

    /** Why work may be claimable that was not. */
    enum Cause {
        /** There is more of it. */
        WORK,
        /** Something that claims use was given back. */
        CAPACITY
    }

    Wakes(LongSupplier nanos) {
        this.nanos = nanos;
        this.tickedAt = nanos.getAsLong();
    }

    /** @param action what is to happen, besides, when this process has made work claimable */
    void onOwnWake(Consumer<Cause> action) {
        ownWake = action;
    }

    /** Calls back, on the thread that finds out, whenever work may have become claimable. */
    Ledger.Subscription watch(Runnable watcher) {
        watchers.add(watcher);
        return () -> watchers.remove(watcher);
    }

    /** Whether others tell when work may be claimable, so that nobody has to ask. */
    void listening(boolean value) {
        listening = value;
        heard();
    }

    /** This process has made work claimable. */
    void wake(Cause cause) {
        heard();
        ownWake.accept(cause);
    }

    /** Work may have become claimable. */
    void heard() {
        changes.incrementAndGet();
        synchronized (this) {
            tick = FIRST_TICK_NANOS;
        }
        watchers.forEach(Runnable::run);
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
