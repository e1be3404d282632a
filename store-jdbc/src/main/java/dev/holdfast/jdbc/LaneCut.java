// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.work.ClaimPage;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Where a list of lanes, of which one more than the window was loaded, is complete. */
public final class LaneCut {
    /** Before every lane. */
    private static final ClaimPage.Position NOWHERE = new ClaimPage.Position(-1, 0, "");

    private LaneCut() {}

    /**
     * Adds the window to {@code kept}. Returns the last position up to which nothing is missing, empty when nothing is
     * missing at all: a key may have more lanes at the position where the window ends, so that position itself is not
     * complete.
     */
    public static <L> Optional<ClaimPage.Position> cut(
            List<L> loaded, Function<L, ClaimPage.Position> position, int window, List<L> kept) {
        if (loaded.size() <= window) {
            kept.addAll(loaded);
            return Optional.empty();
        }
        ClaimPage.Position end = position.apply(loaded.get(window));
        ClaimPage.Position complete = NOWHERE;
        for (L each : loaded.subList(0, window)) {
            kept.add(each);
            ClaimPage.Position its = position.apply(each);
            complete = its.compareTo(end) < 0 ? its : complete;
        }
        return Optional.of(complete);
    }

    /** The smaller one; what is empty is no limit. */
    public static Optional<ClaimPage.Position> nearer(Optional<ClaimPage.Position> a, Optional<ClaimPage.Position> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.isEmpty() ? b : a;
        }
        return b.get().compareTo(a.get()) < 0 ? b : a;
    }
}
