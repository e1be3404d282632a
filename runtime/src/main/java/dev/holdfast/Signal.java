// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.runtime.logic.Monotonic;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Something may have happened. Whoever waits reads {@link #count()} <em>before</em> it looks at the state, so that what
 * happens while it looks wakes it at once. Thread-safe.
 */
final class Signal {
    /** Real time may stand still while the machine sleeps; so often who waits looks at the clock that does not. */
    private static final long LOOK = Duration.ofSeconds(1).toNanos();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition condition = lock.newCondition();
    private final AtomicLong count = new AtomicLong();

    long count() {
        return count.get();
    }

    void raise() {
        lock.lock();
        try {
            count.incrementAndGet();
            condition.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns when the count is no longer {@code seen}, or at {@code until}. */
    void await(long seen, Monotonic clock, long until) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (count.get() == seen) {
                long now = clock.nanos();
                if (until <= now) {
                    return;
                }
                long left = until - now;
                if (condition.awaitNanos(Math.min(left, LOOK)) <= 0 && left <= LOOK) {
                    return; // in real time; by a clock that is moved by hand the waiter looks and waits again
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for {@code nanos} of real time or until the count is no longer {@code seen}. */
    void pause(long seen, long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (count.get() == seen && left > 0) {
                left = condition.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
