// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.Lane;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Inserts units of one pool. First looks up what may stand in their way, all at once; then decides one after the other in
 * memory, each seeing the former; then writes all that are new.
 */
final class Admission {
    private final Session session;
    private final Pools.Stored pool;
    private final Moment now;
    private final Moment keysUntil;
    private final TakenKeys taken;
    private final Map<Requirements, Lane> laneOf = new HashMap<>();
    private final Set<Lane> entered = new HashSet<>();
    private final NewUnits rows;
    private final Map<Status, Long> counts = new HashMap<>();

    Admission(Session session, Pools.Stored pool, Moment now) throws SQLException {
        this.session = session;
        this.pool = pool;
        this.now = now;
        this.keysUntil = now.plus(pool.pool().policy().keysFor());
        this.taken = new TakenKeys(session, pool, keysUntil);
        this.rows = new NewUnits(session, pool, keysUntil);
    }

    List<Insertion> insert(List<NewUnit> fresh) throws SQLException {
        taken.load(fresh);
        List<Insertion> insertions = new ArrayList<>(fresh.size());
        for (NewUnit unit : fresh) {
            insertions.add(insert(unit));
        }
        rows.write();
        session.count(pool.pool().id(), counts);
        return insertions;
    }

    /** Inserts what the ledger itself submits, where keys and ids are free; none of it lacks its class. */
    void insertOwn(List<NewUnit> units) throws SQLException {
        for (NewUnit unit : units) {
            Requirements requirements = unit.lane();
            long eligibility = session.eligibilities.admitAlways(pool, requirements.eligibility());
            laneOf.put(requirements, session.lanes.get(pool.id(), eligibility, requirements));
        }
        insert(units);
    }

    private Insertion insert(NewUnit fresh) throws SQLException {
        Optional<Insertion> inTheWay = taken.inTheWayOf(fresh);
        if (inTheWay.isPresent()) {
            return inTheWay.get();
        }
        Optional<Lane> lane = lane(fresh.lane());
        if (lane.isEmpty()) {
            return new Insertion.NoClassLeft(AdmissionRules.MAX_CLASSES);
        }
        Unit unit = fresh.admittedAt(now).numbered(rows.nextSequence());
        Place place = Place.of(unit, now);
        rows.add(unit, lane.get(), place);
        taken.add(unit);
        counts.merge(unit.status(), 1L, Long::sum);
        if (place.ready() && entered.add(lane.get())) {
            session.phases.enter(lane.get(), pool.pool());
        }
        return new Insertion.Inserted();
    }

    private Optional<Lane> lane(Requirements requirements) throws SQLException {
        Lane lane = laneOf.get(requirements);
        if (lane == null) {
            OptionalLong eligibility = session.eligibilities.admit(pool, requirements.eligibility());
            if (eligibility.isEmpty()) {
                rows.write();
                session.eligibilities.dropUnused(pool);
                laneOf.clear();
                eligibility = session.eligibilities.admit(pool, requirements.eligibility());
            }
            if (eligibility.isEmpty()) {
                return Optional.empty();
            }
            lane = session.lanes.get(pool.id(), eligibility.getAsLong(), requirements);
            laneOf.put(requirements, lane);
        }
        return Optional.of(lane);
    }

    /** The id that a unit of this key has when its submitter gives none. */
    static WorkId derived(NewUnit unit) {
        return unit.submission().id().isEmpty()
                ? unit.id()
                : WorkId.derived(unit.pool(), unit.submission().key());
    }
}
