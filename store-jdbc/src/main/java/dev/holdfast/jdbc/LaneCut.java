// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.Horizon;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Where a list of lanes, of which one more than the window was loaded, is complete. */
public final class LaneCut {
    /** Before every lane. */
    private static final ClaimPage.Position NOWHERE = new ClaimPage.Position(-1, 0, "");

    private LaneCut() {}

    /** Adds the window to {@code kept}; {@code loaded} is in the order of the pool. Returns the nearer horizon. */
    public static <L> Horizon cut(
            List<L> loaded, Function<L, ClaimPage.Position> position, int window, List<L> kept, Horizon horizon) {
        return complete(loaded, position, window, kept).map(horizon::from).orElse(horizon);
    }

    /** As {@link #cut}, of lanes of one band. */
    public static <L> Horizon cutBand(
            List<L> loaded, Function<L, ClaimPage.Position> position, int window, List<L> kept, Horizon horizon) {
        Optional<ClaimPage.Position> complete = complete(loaded, position, window, kept);
        return complete.isEmpty()
                ? horizon
                : horizon.inBand(
                        complete.get().band() < 0
                                ? Horizon.before(
                                        position.apply(loaded.getFirst()).band())
                                : complete.get());
    }

    /**
     * The last position up to which nothing is missing, empty when nothing is missing at all: a key may have more lanes at
     * the position where the window ends, so that position itself is not complete.
     */
    private static <L> Optional<ClaimPage.Position> complete(
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
}
