// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.ClaimAsk;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Limits;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A pool, its lanes and what else finds its units. */
final class MemoryPool {
    /** Most units that one claim or sweep moves into their lanes. */
    private static final int DUE_AT_ONCE = 1_000;

    private static final Comparator<MemoryUnit> BY_DUE = Comparator.<MemoryUnit, Moment>comparing(
                    each -> ((WorkState.Queued) each.unit.state()).due())
            .thenComparingLong(each -> each.unit.sequence());

    Pool pool;
    final Map<WorkerId, Set<MemoryUnit>> claimed = new HashMap<>();
    final MemoryTags keys = new MemoryTags();
    private final Map<MemoryLane.Shape, MemoryLane> lanes = new HashMap<>();
    private final Map<Long, MemoryLane> lanesById = new HashMap<>();
    final MemoryClasses classes = new MemoryClasses();
    private final MemoryOrder order = new MemoryOrder();
    final Set<MemoryUnit> uncertain = new LinkedHashSet<>();
    final MemoryDeadlines held = new MemoryDeadlines(MemoryUnit::lastHeldMicros);
    private final TreeSet<MemoryUnit> notDue = new TreeSet<>(BY_DUE);
    final MemoryDeadlines startBy = new MemoryDeadlines(MemoryUnit::startByMicros);
    private long newestLane;

    MemoryPool(Pool pool) {
        this.pool = pool;
    }

    /** The pool in another state. Lanes that wait for something of which there is more or less now are parked anew. */
    void become(Pool next) {
        PoolPolicy before = pool.policy();
        boolean isRevised = next.revision() != pool.revision();
        pool = next;
        if (!isRevised) {
            return;
        }
        order.repark(next.policy(), before);
    }

    /** The lane of a new unit with these requirements; empty when it would be of one class too many. */
    Optional<MemoryLane> lane(Requirements requirements) {
        if (!classes.hasRoomFor(requirements.eligibility())) {
            forgetEmptyLanes();
        }
        if (!classes.hasRoomFor(requirements.eligibility())) {
            return Optional.empty();
        }
        return Optional.of(laneAgain(requirements));
    }

    /** Those that would be of one class too many, if units of them came in this order. */
    Set<Eligibility> lacking(List<Eligibility> wanted) {
        if (classes.without(wanted).size() > classes.room()) {
            forgetEmptyLanes();
        }
        return classes.without(wanted).stream().skip(classes.room()).collect(Collectors.toSet());
    }

    /** The lane of a unit that was admitted already: it never lacks its class. */
    MemoryLane laneAgain(Requirements requirements) {
        return laneAgain(
                requirements.band(), requirements.fairnessKey(), requirements.eligibility(), requirements.needs());
    }

    private MemoryLane laneAgain(int band, String key, Eligibility eligibility, Needs needs) {
        int id = classes.number(eligibility);
        return lanes.computeIfAbsent(
                new MemoryLane.Shape(band, key, id, needs), shape -> createLane(shape, eligibility.kind()));
    }

    List<Captured.OfLane> capturedLanes() {
        Map<Integer, Eligibility> described = classes.byNumber();
        return lanes.values().stream()
                .filter(MemoryPool::isOpen)
                .map(lane -> new Captured.OfLane(
                        pool.id(),
                        lane.shape.band(),
                        lane.shape.key(),
                        Objects.requireNonNull(described.get(lane.shape.eligibility())),
                        lane.shape.needs(),
                        lane.blocked()))
                .sorted()
                .toList();
    }

    static boolean isOpen(MemoryLane lane) {
        return !(lane.phase instanceof MemoryLane.Phase.Drained);
    }

    void restore(Captured.OfLane captured) {
        order.rephase(
                laneAgain(captured.band(), captured.key(), captured.eligibility(), captured.needs()),
                captured.blocked().isPresent()
                        ? new MemoryLane.Phase.Parked(Account.ANY_WORKER, Long.MAX_VALUE, captured.blocked())
                        : new MemoryLane.Phase.Ready());
    }

    /** A unit as it was: what enters no lane now changes none. Nobody looks at the lane of one that has ended. */
    MemoryUnit restore(Unit unit, boolean inLane) {
        MemoryLane lane = unit.status().isEnd() ? MemoryLane.ofEnded(unit.lane()) : laneAgain(unit.lane());
        MemoryUnit restored = new MemoryUnit(unit, lane);
        if (inLane) {
            lane.heads.put(unit.sequence(), restored);
            if (unit.startBy().isPresent()) {
                startBy.add(restored);
            }
        } else {
            add(restored, new Moment(Long.MIN_VALUE));
        }
        return restored;
    }

    private MemoryLane createLane(MemoryLane.Shape shape, String kind) {
        MemoryLane.Key key = keys.get(shape.band(), shape.key());
        MemoryLane lane = new MemoryLane(++newestLane, shape, kind, key);
        key.lanes.add(lane);
        lanesById.put(lane.id, lane);
        return lane;
    }

    /** Forgets drained lanes that owe nothing: a new one would be the same. */
    void forgetEmptyLanes() {
        Set<MemoryLane> used = new LinkedHashSet<>();
        notDue.forEach(each -> used.add(each.lane));
        uncertain.forEach(each -> used.add(each.lane));
        held.forEach(each -> used.add(each.lane));
        claimed.values().forEach(units -> units.forEach(each -> used.add(each.lane)));
        List<MemoryLane> gone = lanes.values().stream()
                .filter(lane -> lane.phase instanceof MemoryLane.Phase.Drained && lane.heads.isEmpty())
                .filter(lane -> lane.key.tag <= pool.clocks().get(lane.shape.band()) && !used.contains(lane))
                .toList();
        for (MemoryLane lane : gone) {
            lanes.remove(lane.shape);
            lanesById.remove(lane.id);
            lane.key.lanes.remove(lane);
        }
        keys.forgetIdle(pool);
        Set<Integer> left = new LinkedHashSet<>();
        lanes.keySet().forEach(shape -> left.add(shape.eligibility()));
        classes.retain(left);
    }

    /** A unit becomes another state of it; in another life it has its class again, and when it is queued its lane may be another. */
    void replace(MemoryUnit unit, Unit after, Moment now) {
        remove(unit);
        if (after.life() != unit.unit.life() || !after.laneKey().equals(unit.unit.laneKey())) {
            unit.lane = laneAgain(after.lane());
        }
        unit.unit = after;
        add(unit, now);
    }

    /** A unit appears, or comes back after {@link #remove}, in the state it is in now. */
    void add(MemoryUnit unit, Moment now) {
        switch (unit.unit.state()) {
            case WorkState.Held state -> held.add(unit);
            case WorkState.Queued queued -> {
                if (unit.unit.startBy().isPresent()) {
                    startBy.add(unit);
                }
                if (queued.due().isAfter(now)) {
                    notDue.add(unit);
                } else {
                    enterLane(unit);
                }
            }
            case WorkState.Claimed running ->
                claimed.computeIfAbsent(running.claim().worker(), worker -> new LinkedHashSet<>())
                        .add(unit);
            case WorkState.Uncertain state -> uncertain.add(unit);
            case WorkState.Ended ended -> {}
        }
    }

    /** Takes a unit out of everything that finds it, before its state changes. */
    void remove(MemoryUnit unit) {
        switch (unit.unit.state()) {
            case WorkState.Held state -> held.remove(unit);
            case WorkState.Queued queued -> {
                startBy.remove(unit);
                if (unit.lane.heads.remove(unit.unit.sequence()) == null) {
                    notDue.remove(unit);
                }
            }
            case WorkState.Claimed running -> {
                Set<MemoryUnit> units =
                        Objects.requireNonNull(claimed.get(running.claim().worker()));
                units.remove(unit);
                if (units.isEmpty()) {
                    claimed.remove(running.claim().worker());
                }
            }
            case WorkState.Uncertain state -> uncertain.remove(unit);
            case WorkState.Ended ended -> {}
        }
    }

    private void enterLane(MemoryUnit unit) {
        MemoryLane lane = unit.lane;
        lane.heads.put(unit.unit.sequence(), unit);
        if (lane.phase instanceof MemoryLane.Phase.Drained) {
            order.retag(lane.key, Math.max(lane.key.tag, pool.clocks().get(lane.shape.band())));
            order.rephase(lane, new MemoryLane.Phase.Ready());
        }
    }

    void moveDue(Moment now) {
        for (int i = 0; i < DUE_AT_ONCE && !notDue.isEmpty(); i++) {
            MemoryUnit first = notDue.first();
            if (((WorkState.Queued) first.unit.state()).due().isAfter(now)) {
                return;
            }
            notDue.remove(first);
            enterLane(first);
        }
    }

    Optional<Moment> nextDue() {
        return notDue.isEmpty()
                ? Optional.empty()
                : Optional.of(((WorkState.Queued) notDue.first().unit.state()).due());
    }

    MemoryOrder.Lanes load(ClaimAsk ask, Map<Account, Long> used, Limits limits, boolean hints, long now) {
        return hints ? order.load(ask, limits, used, now) : order.loadAll(lanes.values(), ask, limits, used);
    }

    List<ClaimPage.LaneView> overdue(ClaimAsk ask, Moment now) {
        return pool.reservation().isPresent() ? List.of() : order.overdue(ask, pool, now.orLater(pool.time()));
    }

    void apply(ClaimStep.ClaimChanges changes) {
        for (ClaimStep.KeyTag charged : changes.tags()) {
            MemoryLane.Key key = keys.get(charged.band(), charged.key());
            order.retag(key, charged.tag());
        }
        for (ClaimStep.Turn turn : changes.turns()) {
            MemoryLane lane = Objects.requireNonNull(lanesById.get(turn.lane()));
            switch (turn) {
                case ClaimStep.Turn.Ready isReady -> order.rephase(lane, new MemoryLane.Phase.Ready());
                case ClaimStep.Turn.Drained isDrained -> order.rephase(lane, new MemoryLane.Phase.Drained());
                case ClaimStep.Turn.Parked isParked ->
                    order.rephase(
                            lane,
                            new MemoryLane.Phase.Parked(isParked.lacking(), isParked.fitsAt(), isParked.blocked()));
            }
        }
    }
}
