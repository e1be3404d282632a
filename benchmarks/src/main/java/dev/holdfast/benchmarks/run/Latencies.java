// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** Collects durations and tells their percentiles. Thread-safe while collecting; {@link #tell} when all is in. */
public final class Latencies {
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

    /** Tells {@code p50}, {@code p99} and {@code max} in milliseconds, and how many there were. */
    public void tell(Parent parent) {
        if (size() == 0) {
            throw new IllegalStateException("no duration was measured");
        }
        long[] sorted = Arrays.copyOf(nanos, size());
        Arrays.sort(sorted);
        parent.figure("p50", sorted[sorted.length / 2] / 1e6);
        parent.figure("p99", sorted[(int) (sorted.length * 0.99)] / 1e6);
        parent.figure("max", sorted[sorted.length - 1] / 1e6);
        parent.figure("samples", sorted.length);
    }
}
