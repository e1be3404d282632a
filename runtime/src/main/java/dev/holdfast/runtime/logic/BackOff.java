// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait after a failure: doubles from {@code first} to {@code cap}; each wait is drawn between half of that and
 * all of it, so that many workers that lost the same ledger do not come back together. Not thread-safe.
 */
public final class BackOff {
    private final long first;
    private final long cap;
    private final RandomGenerator random;
    private long current;

    public BackOff(Duration first, Duration cap, RandomGenerator random) {
        this.first = first.toNanos();
        this.cap = cap.toNanos();
        this.random = random;
        this.current = this.first;
    }

    /** The next wait in nanoseconds, at least 1. */
    public long next() {
        long most = current;
        current = Math.min(cap, current * 2);
        return Math.max(1, most - random.nextLong(most / 2 + 1));
    }

    /** The next failure is a first one again. */
    public void reset() {
        current = first;
    }
}
