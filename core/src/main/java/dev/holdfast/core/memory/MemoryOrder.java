// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Blocked;
import dev.holdfast.core.work.ClaimAsk;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.Horizon;
import dev.holdfast.core.work.Limits;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Requirements;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The open lanes of a pool in the order of their keys: those that are ready, and those that wait for room. */
final class MemoryOrder {
    private static final TreeSet<MemoryLane> NO_LANES = new TreeSet<>(MemoryLane.ORDER);

    private record ClassBand(int eligibility, int band) {}

    private final Map<ClassBand, TreeSet<MemoryLane>> ready = new HashMap<>();
    private final Map<Account, TreeSet<MemoryLane>> parked = new LinkedHashMap<>();

    /** Lanes that wait for something of which there is more or less now are parked anew. */
    void repark(PoolPolicy policy, PoolPolicy before) {
        parked.forEach((account, lanes) -> lanes.forEach(lane -> {
            MemoryLane.Phase.Parked phase = lane.parked().orElseThrow();
            lane.phase = new MemoryLane.Phase.Parked(
                    account, policy.fitsAt(account, phase.fitsAt(), before), phase.blocked());
        }));
    }

    /** The lanes that an ask may want, and how far they are complete. */
    record Lanes(List<ClaimPage.LaneView> views, Horizon horizon) {}

    /** Everything, for who wants no hints. */
    Lanes loadAll(Collection<MemoryLane> lanes, ClaimAsk ask, Limits limits, Map<Account, Long> used) {
        return new Lanes(
                lanes.stream()
                        .filter(lane -> !isLeftBehind(lane, ask, limits, used))
                        .sorted(MemoryLane.ORDER.reversed())
                        .map(MemoryLane::whole)
                        .toList(),
                Horizon.NONE);
    }

    Lanes load(ClaimAsk ask, Limits limits, Map<Account, Long> used, long now) {
        List<MemoryLane> found = new ArrayList<>();
        Horizon horizon = Horizon.NONE;
        for (int id : ask.classes()) {
            for (int band = 0; band < Requirements.BANDS; band++) {
                Optional<ClaimPage.Position> end =
                        cut(ready.getOrDefault(new ClassBand(id, band), NO_LANES).stream(), ask.window(), found);
                horizon = end.isPresent() ? horizon.inBand(end.get()) : horizon;
            }
        }
        for (Map.Entry<Account, TreeSet<MemoryLane>> each : parked.entrySet()) {
            long level = level(each.getKey(), limits, used);
            Stream<MemoryLane> mayFit = each.getValue().stream()
                    .filter(lane -> ask.classes().contains(lane.shape.eligibility())
                            && level <= lane.parked().orElseThrow().fitsAt());
            Optional<ClaimPage.Position> end = cut(mayFit, ask.window(), found);
            horizon = end.isPresent() ? horizon.from(end.get()) : horizon;
        }
        firstParked(ask).filter(lane -> !found.contains(lane)).ifPresent(found::add);
        int heads = ask.headsPerLane(found.size());
        return new Lanes(found.stream().map(lane -> lane.view(heads, now)).toList(), horizon);
    }

    private Optional<MemoryLane> firstParked(ClaimAsk ask) {
        return parked.values().stream()
                .flatMap(Set::stream)
                .filter(lane -> ask.classes().contains(lane.shape.eligibility()))
                .min(MemoryLane.ORDER);
    }

    /** A parked lane without room in which nothing waits any more: who loads only what may fit does not find it empty. */
    private boolean isLeftBehind(MemoryLane lane, ClaimAsk ask, Limits limits, Map<Account, Long> used) {
        return lane.heads.isEmpty()
                && lane.parked()
                        .filter(phase -> level(phase.lacking(), limits, used) > phase.fitsAt())
                        .isPresent()
                && firstParked(ask).filter(lane::equals).isEmpty();
    }

    private static long level(Account account, Limits limits, Map<Account, Long> used) {
        return limits.level(account, each -> used.getOrDefault(each, 0L));
    }

    /** Of each asked class the lanes that are overdue among those that are blocked for longest. */
    List<ClaimPage.LaneView> overdue(ClaimAsk ask, Pool pool, Moment time) {
        List<ClaimPage.LaneView> overdue = new ArrayList<>();
        for (int id : ask.classes()) {
            parked.values().stream()
                    .flatMap(Set::stream)
                    .filter(lane ->
                            lane.shape.eligibility() == id && lane.blocked().isPresent())
                    .sorted(Comparator.comparing(lane -> lane.blocked().orElseThrow()))
                    .limit(Blocked.MOST)
                    .filter(lane -> lane.blocked().orElseThrow().isOverdue(pool, time))
                    .forEach(lane -> lane.waiting(ask.want(), time.micros()).ifPresent(overdue::add));
        }
        return overdue;
    }

    /** Adds the first lanes and all others of the same position; the last position when there are more. */
    private static Optional<ClaimPage.Position> cut(Stream<MemoryLane> lanes, int window, List<MemoryLane> found) {
        int left = window;
        MemoryLane last = null;
        for (MemoryLane lane : (Iterable<MemoryLane>) lanes::iterator) {
            if (left-- <= 0 && last != null && lane.position().compareTo(last.position()) > 0) {
                return Optional.of(last.position());
            }
            found.add(lane);
            last = lane;
        }
        return Optional.empty();
    }

    void retag(MemoryLane.Key key, long tag) {
        if (key.tag == tag) {
            return;
        }
        key.lanes.forEach(this::unplace);
        key.tag = tag;
        key.lanes.forEach(this::place);
    }

    void rephase(MemoryLane lane, MemoryLane.Phase phase) {
        unplace(lane);
        lane.phase = phase;
        place(lane);
    }

    private static ClassBand classBand(MemoryLane lane) {
        return new ClassBand(lane.shape.eligibility(), lane.shape.band());
    }

    private void place(MemoryLane lane) {
        switch (lane.phase) {
            case MemoryLane.Phase.Drained drained -> {}
            case MemoryLane.Phase.Ready isReady ->
                ready.computeIfAbsent(classBand(lane), id -> new TreeSet<>(MemoryLane.ORDER))
                        .add(lane);
            case MemoryLane.Phase.Parked isParked ->
                parked.computeIfAbsent(isParked.lacking(), account -> new TreeSet<>(MemoryLane.ORDER))
                        .add(lane);
        }
    }

    private void unplace(MemoryLane lane) {
        switch (lane.phase) {
            case MemoryLane.Phase.Drained drained -> {}
            case MemoryLane.Phase.Ready isReady ->
                Objects.requireNonNull(ready.get(classBand(lane))).remove(lane);
            case MemoryLane.Phase.Parked isParked ->
                Objects.requireNonNull(parked.get(isParked.lacking())).remove(lane);
        }
    }
}
