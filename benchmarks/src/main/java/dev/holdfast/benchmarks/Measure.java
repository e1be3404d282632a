// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks;

import java.util.Arrays;
import java.util.Locale;

/** Repeats a measurement and tells the middle of it. */
final class Measure {
    /** What one repetition found, per second. */
    interface Rate {
        double perSecond() throws Exception;
    }

    private Measure() {}

    /** The median of an odd number of repetitions, after one that does not count; prints smallest and largest too. */
    static double median(String name, int repetitions, Rate rate) throws Exception {
        rate.perSecond();
        double[] found = new double[repetitions];
        for (int i = 0; i < repetitions; i++) {
            found[i] = rate.perSecond();
        }
        Arrays.sort(found);
        double median = found[repetitions / 2];
        System.out.printf(
                Locale.ROOT, "%-58s %,12.0f /s   (%,.0f to %,.0f)%n", name, median, found[0], found[repetitions - 1]);
        return median;
    }

    /** Units a second from a number of units and the nanoseconds since {@code from}. */
    static double since(long from, long units) {
        return units * 1e9 / (System.nanoTime() - from);
    }
}
