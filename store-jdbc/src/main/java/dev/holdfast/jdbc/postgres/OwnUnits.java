// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.work.Changes;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitChange;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Inserts what the ledger itself submits: inquiries, in the transaction that makes their subjects uncertain, and ticks of
 * schedules, in the one that advances these; and knows the lanes of units that are queued under another key than before.
 * That may hold no pool's lock and must not take one, and a lane is made under it: where one is missing, the transaction is given up, the lane made, and the whole decided
 * again. A lane is missing once.
 */
final class OwnUnits {
    /** Others may take its class from a lane between two rounds; once is rare. */
    private static final int MOST_ROUNDS = 8;

    /** Units have no lane to wait in. */
    private static final class LanesMissing extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient Set<Place> places;

        LanesMissing(Set<Place> places) {
            super("lanes are missing", null, false, false);
            this.places = places;
        }
    }

    /** Where units wait: a lane of a pool, by what it is looked up by. */
    private record Place(PoolId pool, Requirements lane) {
        static Place of(NewUnit unit) {
            return new Place(unit.pool(), unit.lane());
        }
    }

    private final Session session;

    OwnUnits(Session session) {
        this.session = session;
    }

    /** Runs a transaction that may insert such units. */
    static <R> R withLanes(Database database, Supplier<R> transaction) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            try {
                return transaction.get();
            } catch (LanesMissing e) {
                Map<PoolId, Set<Requirements>> wanted = new LinkedHashMap<>();
                e.places.forEach(place -> wanted.computeIfAbsent(place.pool(), pool -> new LinkedHashSet<>())
                        .add(place.lane()));
                wanted.forEach((pool, lanes) -> makeLanes(database, pool, lanes));
            }
        }
        throw new LedgerUnavailable("the lanes of the units lost their classes " + MOST_ROUNDS + " times");
    }

    private static void makeLanes(Database database, PoolId pool, Set<Requirements> wanted) {
        long[] made = database
                .writeInSteps(session -> LaneAdmission.always(
                                session, pool, session.poolNumber(pool).orElseThrow())
                        .admit(wanted))
                .stream()
                .mapToLong(lane -> lane.orElseThrow())
                .toArray();
        database.read(session -> {
            session.known.lanes.load(session, made);
            return made.length;
        });
    }

    /** Finds out whether all lanes are there, before anything is written. */
    void check(Changes changes) throws SQLException {
        Set<Place> missing = new LinkedHashSet<>(0);
        for (NewUnit unit : changes.submitted()) {
            missing.add(Place.of(unit));
        }
        for (UnitChange change : changes.units()) {
            if (isMoved(change)) {
                missing.add(new Place(change.after().pool(), change.after().lane()));
            }
        }
        for (Place place : List.copyOf(missing)) {
            if (find(place).isPresent()) {
                missing.remove(place);
            }
        }
        if (!missing.isEmpty()) {
            throw new LanesMissing(missing);
        }
    }

    /** Whether a unit is queued in another lane than it was in. */
    static boolean isMoved(UnitChange change) {
        return !change.before().laneKey().equals(change.after().laneKey());
    }

    /** After {@link #check}: the lane that a moved unit waits in from now on. */
    long laneOf(Unit moved) throws SQLException {
        return find(new Place(moved.pool(), moved.lane())).orElseThrow();
    }

    private Optional<Long> find(Place place) throws SQLException {
        int number = session.poolNumber(place.pool()).orElseThrow();
        return session.known.lanes.find(number, place.lane()).map(known -> known.lane().id);
    }

    /** After {@link #check}. What is there already is left out. */
    void insert(NewUnit unit) throws SQLException {
        int number = session.poolNumber(unit.pool()).orElseThrow();
        long lane = find(Place.of(unit)).orElseThrow();
        PoolPolicy policy = session.known.pools.terms(session, number).policy();
        if (!new Submitting(session, number, policy, "").insertOwn(unit, lane)) {
            throw new LanesMissing(Set.of(Place.of(unit)));
        }
    }
}
