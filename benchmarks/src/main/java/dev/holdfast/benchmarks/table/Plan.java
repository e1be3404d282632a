// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

/**
 * How much is measured.
 *
 * @param warm seconds at the start of a measurement that do not count
 * @param seconds of a window
 * @param windows of a measurement; their median counts
 * @param hold seconds that a snapshot is held (E8)
 * @param backlog the large one (E6)
 * @param history settled units (E11)
 */
record Plan(double warm, double seconds, int windows, double hold, int backlog, int history) {
    /** Room for a machine that is faster than the one the expectations are of. */
    private static final double MARGIN = 1.3;

    private static final int LOADING_SECONDS = 1_200;

    /** Enough units for a measurement at this many a second. */
    int backlogAt(double perSecond) {
        return (int) ((1 + warm + seconds * windows) * perSecond * MARGIN);
    }

    /** After this a measurement is given up. */
    int patienceSeconds() {
        return (int) (warm + seconds * windows + hold) + LOADING_SECONDS;
    }
}
