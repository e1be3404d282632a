// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.work.ClaimAsk;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.Horizon;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.LaneCut;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The lanes of a load as the rules want to see them, and how far they are complete. */
final class ClaimWindow {
    /** A lane as it was loaded, at its index in the load. */
    record Found(int index, KnownLanes.Known lane, long tag, boolean parked) {
        ClaimPage.Position position() {
            return new ClaimPage.Position(lane.lane().band, tag, lane.lane().key);
        }
    }

    private static final Comparator<Found> ORDER = Comparator.comparing(Found::position)
            .thenComparingLong(found -> found.lane().lane().id);

    private final ClaimAsk ask;
    private final ClaimLoad load;
    private final Map<Integer, Integer> classOf;
    private final List<Found> found = new ArrayList<>();
    private final Map<Integer, Long> firstTags = new HashMap<>();
    private Horizon horizon = Horizon.NONE;

    /** @param classOf the asked class of each eligibility */
    ClaimWindow(Session session, ClaimAsk ask, ClaimLoad load, Map<Integer, Integer> classOf) throws SQLException {
        this.ask = ask;
        this.load = load;
        this.classOf = classOf;
        session.known.lanes.load(session, load.lanes().number());
        List<Found> firstParked = new ArrayList<>();
        for (Map.Entry<Integer, List<Found>> each : lists(session).entrySet()) {
            List<Found> list = each.getValue();
            list.sort(ORDER);
            Found first = list.getFirst();
            if (first.parked()) {
                firstParked.add(first);
            } else {
                firstTags.put(each.getKey(), first.tag());
            }
            if (!load.lanes().firstOnly()[first.index()]) {
                horizon = first.parked()
                        ? LaneCut.cut(list, Found::position, ask.window(), found, horizon)
                        : LaneCut.cutBand(list, Found::position, ask.window(), found, horizon);
            }
        }
        firstParked.stream().min(ORDER).filter(first -> !found.contains(first)).ifPresent(found::add);
    }

    private Map<Integer, List<Found>> lists(Session session) throws SQLException {
        Map<Integer, List<Found>> lists = new HashMap<>();
        ClaimLoad.Lanes lanes = load.lanes();
        for (int i = 0; i < lanes.number().length; i++) {
            KnownLanes.Known lane = session.known.lanes.known(session, lanes.number()[i]);
            lists.computeIfAbsent(lanes.list()[i], list -> new ArrayList<>())
                    .add(new Found(i, lane, lanes.tag()[i], lanes.parked()[i]));
        }
        return lists;
    }

    List<Found> found() {
        return found;
    }

    Horizon horizon() {
        return horizon;
    }

    /** The eligibilities that were asked about. */
    Set<Integer> asked() {
        return classOf.keySet();
    }

    /** The tag of the first ready lane of an eligibility and band, by their floor number; missing when none is ready. */
    Map<Integer, Long> firstTags() {
        return firstTags;
    }

    List<ClaimPage.LaneView> views() {
        int loaded = ask.headsPerLane(load.lanes().number().length) + 1;
        int most = ask.headsPerLane(found.size());
        int[] ends = new int[load.lanes().number().length + 1];
        for (int lane : load.heads().lane()) {
            ends[lane + 1]++;
        }
        for (int i = 1; i < ends.length; i++) {
            ends[i] += ends[i - 1];
        }
        List<ClaimPage.LaneView> views = new ArrayList<>(found.size());
        for (Found each : found) {
            int from = ends[each.index()];
            int count = ends[each.index() + 1] - from;
            // One more than the load may keep was loaded: it says whether there are more.
            int kept = Math.min(most, Math.min(count, loaded - 1));
            views.add(view(each, from, kept, count > kept));
        }
        return views;
    }

    private ClaimPage.LaneView view(Found each, int from, int kept, boolean more) {
        long[] heads = Arrays.copyOfRange(load.heads().sequence(), from, from + kept);
        long[] startBy = new long[kept];
        for (int i = 0; i < kept; i++) {
            Long limit = load.heads().startBy()[from + i];
            startBy[i] = limit == null ? Long.MAX_VALUE : limit;
        }
        Lane lane = each.lane().lane();
        return new ClaimPage.LaneView(
                lane.id,
                lane.band,
                lane.key,
                Objects.requireNonNull(classOf.get((int) lane.eligibilityId)),
                lane.needs,
                each.tag(),
                each.parked(),
                heads,
                startBy,
                more);
    }
}
