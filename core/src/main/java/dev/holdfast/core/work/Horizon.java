// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far the lanes of a load are complete: of each band that was cut the last position before which nothing is missing.
 *
 * @param ends by band; a band that is not there is complete
 */
public record Horizon(SortedMap<Integer, ClaimPage.Position> ends) {
    /** Nothing is missing. */
    public static final Horizon NONE = new Horizon(new TreeMap<>());

    public Horizon {
        ends = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(ends));
    }

    /** Behind this position something of its own band may be missing. */
    public Horizon inBand(ClaimPage.Position end) {
        TreeMap<Integer, ClaimPage.Position> nearer = new TreeMap<>(ends);
        nearer.merge(end.band(), end, (a, b) -> a.compareTo(b) <= 0 ? a : b);
        return new Horizon(nearer);
    }

    /** Behind this position something of its band and of all bands after it may be missing. */
    public Horizon from(ClaimPage.Position end) {
        Horizon nearer = end.band() < 0 ? this : inBand(end);
        for (int band = end.band() + 1; band < Requirements.BANDS; band++) {
            nearer = nearer.inBand(before(band));
        }
        return nearer;
    }

    /** Before everything in a band. */
    public static ClaimPage.Position before(int band) {
        return new ClaimPage.Position(band, Long.MIN_VALUE, "");
    }

    boolean isCut(int band) {
        return ends.containsKey(band);
    }

    boolean covers(ClaimPage.Position position) {
        return Optional.ofNullable(ends.get(position.band()))
                .filter(end -> position.compareTo(end) > 0)
                .isEmpty();
    }
}
