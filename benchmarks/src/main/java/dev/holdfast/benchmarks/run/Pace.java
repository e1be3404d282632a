// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits: real time passes here, because it is what is measured. */
public final class Pace {
    private static final long STEP = 1_000_000;

    private Pace() {}

    /** Waits until {@link System#nanoTime()} has passed {@code moment}. */
    public static void until(long moment) {
        until(() -> false, moment);
    }

    /** Waits until a condition holds, looking every millisecond; says whether it did before {@code moment}. */
    public static boolean until(BooleanSupplier condition, long moment) {
        while (!condition.getAsBoolean()) {
            long left = moment - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            LockSupport.parkNanos(Math.min(left, STEP));
        }
        return true;
    }

    public static long after(double seconds) {
        return System.nanoTime() + (long) (seconds * 1e9);
    }

    /** How long an idle loop rests before it asks again. */
    public static void rest() {
        LockSupport.parkNanos(STEP / 2);
    }
}
