// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Blocked;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.SubmitClaimedRules;
import dev.holdfast.core.work.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Due units that are alike for every check, in order of admission. */
final class MemoryLane {
    /** The order of lanes: that of their keys, then of their creation. */
    static final Comparator<MemoryLane> ORDER =
            Comparator.comparing(MemoryLane::position).thenComparingLong(lane -> lane.id);

    /** What makes two units alike. */
    record Shape(int band, String key, int eligibility, Needs needs) {}

    /** A fairness key of a band; all its lanes share its tag. */
    static final class Key {
        long tag;
        final List<MemoryLane> lanes = new ArrayList<>();
    }

    /** Where a lane is kept. */
    sealed interface Phase {
        record Drained() implements Phase {}

        record Ready() implements Phase {}

        record Parked(Account lacking, long fitsAt, Optional<Blocked> blocked) implements Phase {}
    }

    final long id;
    final Shape shape;
    final String kind;
    final Key key;
    final TreeMap<Long, MemoryUnit> heads = new TreeMap<>();
    Phase phase = new Phase.Drained();

    MemoryLane(long id, Shape shape, String kind, Key key) {
        this.id = id;
        this.shape = shape;
        this.kind = kind;
        this.key = key;
    }

    /** Stands for the lane that an ended unit waited in; it is in no pool. */
    static MemoryLane ofEnded(Requirements requirements) {
        return new MemoryLane(
                0,
                new Shape(requirements.band(), requirements.fairnessKey(), 0, requirements.needs()),
                requirements.eligibility().kind(),
                new Key());
    }

    ClaimPage.Position position() {
        return new ClaimPage.Position(shape.band(), key.tag, shape.key());
    }

    /** All heads, for who wants no hints; but what may be left behind in a drained lane, see {@code Shelf.insert}, is not told. */
    ClaimPage.LaneView whole() {
        boolean drained = phase instanceof Phase.Drained;
        return view(Integer.MAX_VALUE, head -> !drained || head.unit.startBy().isEmpty());
    }

    /** With a unit that is about to enter it, as if nobody else waited in it. */
    ClaimPage.LaneView withOne(Unit unit, Pool pool) {
        long tag =
                phase instanceof Phase.Drained ? Math.max(key.tag, pool.clocks().get(shape.band())) : key.tag;
        return one(tag, new long[1], new MemoryUnit(unit, this).startByMicros(), false);
    }

    /** With only one of its units to be claimed, whatever waits before it. */
    ClaimPage.LaneView only(MemoryUnit unit, Moment now) {
        boolean others = heads.values().stream().anyMatch(head -> head != unit && head.startByMicros() >= now.micros());
        return one(key.tag, new long[] {unit.unit.sequence()}, unit.startByMicros(), others);
    }

    private ClaimPage.LaneView one(long tag, long[] head, long startBy, boolean more) {
        boolean isParked = phase instanceof Phase.Parked;
        return new ClaimPage.LaneView(
                id,
                shape.band(),
                shape.key(),
                SubmitClaimedRules.OWN_CLASS,
                kind,
                shape.needs(),
                tag,
                isParked,
                Optional.empty(),
                head,
                new long[] {startBy},
                more);
    }

    ClaimPage.LaneView view(int most, long now) {
        return view(most, head -> head.startByMicros() >= now);
    }

    private ClaimPage.LaneView view(int most, Predicate<MemoryUnit> shown) {
        List<MemoryUnit> units =
                heads.values().stream().filter(shown).limit(most + 1L).toList();
        int count = Math.min(most, units.size());
        long[] sequences = new long[count];
        long[] startBy = new long[count];
        for (int at = 0; at < count; at++) {
            sequences[at] = units.get(at).unit.sequence();
            startBy[at] = units.get(at).startByMicros();
        }
        return new ClaimPage.LaneView(
                id,
                shape.band(),
                shape.key(),
                shape.eligibility(),
                kind,
                shape.needs(),
                key.tag,
                phase instanceof Phase.Parked,
                blocked(),
                sequences,
                startBy,
                units.size() > count);
    }

    Optional<Blocked> blocked() {
        return parked().flatMap(Phase.Parked::blocked);
    }

    /** With as many waiting units as the parameter says; none when nothing that can start waits in it. */
    Optional<ClaimPage.LaneView> waiting(int most, long now) {
        return Optional.of(view(most, now)).filter(view -> view.heads().length > 0);
    }

    Optional<Phase.Parked> parked() {
        return phase instanceof Phase.Parked parked ? Optional.of(parked) : Optional.empty();
    }
}
