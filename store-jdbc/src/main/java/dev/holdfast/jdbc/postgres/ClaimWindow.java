// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.work.Blocked;
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
import java.util.Optional;
import java.util.Set;

/** The lanes of a load as the rules want to see them, and how far they are complete. */
final class ClaimWindow {
    /** A lane as it was loaded, at its index in the load. */
    record Found(int index, KnownLanes.Known lane, long tag, boolean parked, Optional<Blocked> blocked) {
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
    private final List<Found> besides = new ArrayList<>();
    private final List<ClaimPage.LaneView> views;
    private final List<ClaimPage.LaneView> overdue;
    private final List<ClaimPage.LaneView> reserved;
    private final Map<Integer, Long> firstTags = new HashMap<>();
    private Horizon horizon = Horizon.NONE;

    /** @param classOf the asked class of each eligibility */
    ClaimWindow(Session session, ClaimAsk ask, ClaimLoad load, Map<Integer, Integer> classOf) throws SQLException {
        this.ask = ask;
        this.load = load;
        this.classOf = classOf;
        session.known.lanes.load(session, load.lanes().number());
        List<Found> firstParked = new ArrayList<>();
        Map<Integer, List<Found>> lists = lists(session);
        List<Found> late = take(lists, ClaimLoad.OVERDUE);
        List<Found> promised = take(lists, ClaimLoad.RESERVED);
        for (Map.Entry<Integer, List<Found>> each : lists.entrySet()) {
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
        views = views(found, ask.headsPerLane(found.size()));
        overdue = waiting(late);
        reserved = waiting(promised);
        besides.addAll(late);
        besides.addAll(promised);
    }

    private Map<Integer, List<Found>> lists(Session session) throws SQLException {
        Map<Integer, List<Found>> lists = new HashMap<>();
        ClaimLoad.Lanes lanes = load.lanes();
        for (int i = 0; i < lanes.number().length; i++) {
            KnownLanes.Known lane = session.known.lanes.known(session, lanes.number()[i]);
            lists.computeIfAbsent(lanes.list()[i], list -> new ArrayList<>())
                    .add(new Found(i, lane, lanes.tag()[i], lanes.parked()[i], blocked(i)));
        }
        return lists;
    }

    private Optional<Blocked> blocked(int index) {
        String text = load.blocked()[index];
        return text == null ? Optional.empty() : BlockedArray.read(text);
    }

    private static List<Found> take(Map<Integer, List<Found>> lists, int list) {
        List<Found> taken = lists.remove(list);
        return taken == null ? List.of() : taken;
    }

    private List<ClaimPage.LaneView> waiting(List<Found> some) {
        return views(some, ask.want()).stream()
                .filter(view -> view.heads().length > 0)
                .toList();
    }

    List<ClaimPage.LaneView> overdue() {
        return overdue;
    }

    Optional<ClaimPage.LaneView> reserved() {
        return reserved.stream().findFirst();
    }

    List<ClaimPage.LaneView> views() {
        return views;
    }

    /** With those that are loaded apart from the others. */
    List<ClaimPage.LaneView> all() {
        if (overdue.isEmpty() && reserved.isEmpty()) {
            return views;
        }
        List<ClaimPage.LaneView> all = new ArrayList<>(overdue);
        all.addAll(reserved);
        all.addAll(views);
        return all;
    }

    /** All lanes that were loaded and may be granted from. */
    List<Found> seen() {
        if (besides.isEmpty()) {
            return found;
        }
        List<Found> seen = new ArrayList<>(besides);
        seen.addAll(found);
        return seen;
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

    private List<ClaimPage.LaneView> views(List<Found> some, int most) {
        int loaded = ask.headsPerLane(load.lanes().number().length) + 1;
        int[] ends = new int[load.lanes().number().length + 1];
        for (int lane : load.heads().lane()) {
            ends[lane + 1]++;
        }
        for (int i = 1; i < ends.length; i++) {
            ends[i] += ends[i - 1];
        }
        List<ClaimPage.LaneView> seen = new ArrayList<>(some.size());
        for (Found each : some) {
            int from = ends[each.index()];
            int count = ends[each.index() + 1] - from;
            // One more than the load may keep was loaded: it says whether there are more.
            int kept = Math.min(most, Math.min(count, loaded - 1));
            seen.add(view(each, from, kept, count > kept));
        }
        return seen;
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
                classOf.getOrDefault((int) lane.eligibilityId, 0),
                lane.eligibility.kind(),
                lane.needs,
                each.tag(),
                each.parked(),
                each.blocked(),
                heads,
                startBy,
                more);
    }
}
