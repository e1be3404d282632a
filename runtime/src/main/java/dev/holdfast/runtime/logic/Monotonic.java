// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.ledger.SteppedClock;

/**
 * Elapsed time of this process, in nanoseconds from an arbitrary start: it only grows, and only its differences mean
 * something. Leases are counted with it, because a wall clock may be set back. Thread-safe.
 */
public interface Monotonic {
    /** A moment that never comes. */
    long NEVER = Long.MAX_VALUE;

    long nanos();

    /** Calls {@code action} after a jump, so that whoever waits looks again. A source that never jumps never calls it. */
    default void onJump(Runnable action) {}

    /**
     * The machine's source, the one place in the runtime where it is read. Time during which the machine sleeps counts, as
     * it does for the ledger: what the wall clock gains on {@link System#nanoTime} is added. So a wall clock that is set
     * forward looks like a sleep: waits may end early, and at worst a worker stops trusting its lease early, which is
     * safe. One that is set back changes nothing.
     */
    static Monotonic system() {
        return new ElapsedTime(System::nanoTime, LedgerClock.system());
    }

    /** Follows a clock that is moved by hand. */
    static Monotonic of(SteppedClock clock) {
        return new Monotonic() {
            @Override
            public long nanos() {
                return clock.now().micros() * 1_000;
            }

            @Override
            public void onJump(Runnable action) {
                clock.onStep(action);
            }
        };
    }

    /** {@code moment + nanos}, at most {@link #NEVER}. */
    static long later(long moment, long nanos) {
        if (moment == NEVER) {
            return NEVER;
        }
        long sum = moment + nanos;
        return nanos > 0 && sum < moment ? NEVER : sum;
    }
}
