// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.core.Digest;

/**
 * Counts how often each line came: open addressing over 96 bits of the digest and a count, 20 bytes a line, so that a
 * million lines cost 40 MiB at most. That two of ten million different lines share 96 bits has a chance of 1 in 10^15;
 * even then both run, because keys hold the longer digest. Not thread-safe.
 */
final class LineCounter {
    private long[] high = new long[1 << 12];
    private int[] low = new int[1 << 12];
    private int[] counts = new int[1 << 12];
    private int size;

    /** How many equal lines were counted before this one. */
    int countBefore(Digest digest) {
        if (size * 10L > high.length * 7L) {
            grow();
        }
        int at = place(digest.a(), (int) digest.b());
        if (counts[at] == 0) {
            high[at] = digest.a();
            low[at] = (int) digest.b();
            size++;
        }
        return counts[at]++;
    }

    private int place(long a, int b) {
        int mask = high.length - 1;
        int at = (int) (a ^ a >>> 32) & mask;
        while (counts[at] != 0 && (high[at] != a || low[at] != b)) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        long[] oldHigh = high;
        int[] oldLow = low;
        int[] oldCounts = counts;
        high = new long[oldHigh.length * 2];
        low = new int[oldHigh.length * 2];
        counts = new int[oldHigh.length * 2];
        for (int i = 0; i < oldHigh.length; i++) {
            if (oldCounts[i] != 0) {
                int at = place(oldHigh[i], oldLow[i]);
                high[at] = oldHigh[i];
                low[at] = oldLow[i];
                counts[at] = oldCounts[i];
            }
        }
    }
}
