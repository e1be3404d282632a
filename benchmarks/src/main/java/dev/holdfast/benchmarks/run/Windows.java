// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * Looks at a growing count over windows of time: a warm-up that does not count, then each window's rate and the CPU time
 * of this process for each unit.
 *
 * @param warm seconds
 * @param seconds of each window
 * @param total where the count ends; a window that gets there ends with it, a later one is left out
 */
public record Windows(double warm, double seconds, int windows, long total) {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final int FIRST_UNIT_SECONDS = 60;

    public static Windows of(Arguments arguments, long total) {
        return new Windows(
                arguments.decimal("warm", 1), arguments.decimal("seconds", 2), arguments.number("windows", 3), total);
    }

    /** Seconds from the first unit to the end of the last window. */
    public double length() {
        return warm + seconds * windows;
    }

    /** Waits for the first unit, then measures; tells {@code rate} in units a second and {@code cpu} in microseconds. */
    public void measure(LongSupplier count, Parent parent) {
        if (!Pace.until(() -> count.getAsLong() > 0, Pace.after(FIRST_UNIT_SECONDS))) {
            throw new IllegalStateException("nothing happened for " + FIRST_UNIT_SECONDS + " s");
        }
        long first = System.nanoTime();
        Pace.until(() -> count.getAsLong() >= total, Pace.after(warm));
        if (count.getAsLong() >= total) {
            // All of it took less than the warm-up: better one rough figure than none.
            parent.figure("rate", total * 1e9 / Math.max(1, System.nanoTime() - first));
            parent.figure("dry", 1);
            return;
        }
        for (int i = 0; i < windows && count.getAsLong() < total; i++) {
            one(count, parent);
        }
    }

    private void one(LongSupplier count, Parent parent) {
        long fromCount = count.getAsLong();
        long fromCpu = SYSTEM.getProcessCpuTime();
        long from = System.nanoTime();
        Pace.until(() -> count.getAsLong() >= total, Pace.after(seconds));
        long units = count.getAsLong() - fromCount;
        parent.figure("rate", units * 1e9 / (System.nanoTime() - from));
        if (units > 0) {
            parent.figure("cpu", (SYSTEM.getProcessCpuTime() - fromCpu) / 1e3 / units);
        }
    }
}
