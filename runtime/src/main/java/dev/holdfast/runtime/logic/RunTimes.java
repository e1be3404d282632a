// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

/**
 * Moving mean of how long handlers run: each run counts for an eighth, so that eight runs forget half of what was.
 * Thread-safe.
 */
final class RunTimes {
    private static final int SHARE = 8;

    private long mean;

    /** @param nanos how long a handler ran */
    synchronized void ran(long nanos) {
        long time = Math.max(1, nanos);
        mean = mean == 0 ? time : Math.max(1, mean + (time - mean) / SHARE);
    }

    synchronized void forget() {
        mean = 0;
    }

    /** How many runs, one after the other, start within {@code nanos}; 0 when nothing is known. */
    synchronized long runsWithin(long nanos) {
        return mean == 0 ? 0 : nanos / mean;
    }
}
