// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** Collects durations and tells their percentiles. Thread-safe while collecting; {@link #tell} when all is in. */
public final class Latencies {
    /**
     * The run is told in so many parts, of which the median counts: one stall of a shared machine, which shifts all that
     * waits behind it, is then one bad part and not the result.
     */
    private static final int PARTS = 5;

    private final long[] nanos;
    private final AtomicInteger size = new AtomicInteger();

    /** @param most durations; what comes after them is dropped */
    public Latencies(int most) {
        nanos = new long[most];
    }

    public void add(long duration) {
        int index = size.getAndIncrement();
        if (index < nanos.length) {
            nanos[index] = duration;
        }
    }

    public int size() {
        return Math.min(size.get(), nanos.length);
    }

    /** Tells {@code p50} and {@code p99} of each part and the {@code max} of all, in milliseconds, and how many there were. */
    public void tell(Parent parent) {
        int size = size();
        if (size < PARTS) {
            throw new IllegalStateException("only " + size + " durations were measured");
        }
        long max = 0;
        for (int part = 0; part < PARTS; part++) {
            int from = (int) ((long) size * part / PARTS);
            long[] sorted = Arrays.copyOfRange(nanos, from, (int) ((long) size * (part + 1) / PARTS));
            Arrays.sort(sorted);
            parent.figure("p50", sorted[sorted.length / 2] / 1e6);
            parent.figure("p99", sorted[(int) (sorted.length * 0.99)] / 1e6);
            max = Math.max(max, sorted[sorted.length - 1]);
        }
        parent.figure("max", max / 1e6);
        parent.figure("samples", size);
    }
}
