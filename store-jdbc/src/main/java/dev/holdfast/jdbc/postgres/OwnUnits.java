// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Requirements;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Inserts what the ledger itself submits: inquiries, in the transaction that makes their subjects uncertain, and ticks of
 * schedules, in the one that advances these. That may hold no pool's lock and must not take one, and a lane is made under it: where one is missing, the transaction is given up, the lane made, and the whole decided
 * again. A lane is missing once.
 */
final class OwnUnits {
    /** Others may take its class from a lane between two rounds; once is rare. */
    private static final int MOST_ROUNDS = 8;

    /** Units have no lane to wait in. */
    private static final class LanesMissing extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient List<NewUnit> units;

        LanesMissing(List<NewUnit> units) {
            super("lanes are missing", null, false, false);
            this.units = units;
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
                for (PoolId pool :
                        new LinkedHashSet<>(e.units.stream().map(NewUnit::pool).toList())) {
                    makeLanes(database, pool, e.units);
                }
            }
        }
        throw new LedgerUnavailable("the lanes of the units lost their classes " + MOST_ROUNDS + " times");
    }

    private static void makeLanes(Database database, PoolId pool, List<NewUnit> units) {
        Set<Requirements> wanted = new LinkedHashSet<>();
        units.stream()
                .filter(unit -> unit.pool().equals(pool))
                .forEach(unit -> wanted.add(unit.submission().requirements()));
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
    void check(List<NewUnit> units) throws SQLException {
        List<NewUnit> missing = new ArrayList<>(0);
        for (NewUnit unit : units) {
            if (session.known
                    .lanes
                    .find(number(unit), unit.submission().requirements())
                    .isEmpty()) {
                missing.add(unit);
            }
        }
        if (!missing.isEmpty()) {
            throw new LanesMissing(missing);
        }
    }

    /** After {@link #check}. What is there already is left out. */
    void insert(NewUnit unit) throws SQLException {
        int number = number(unit);
        long lane = session.known
                .lanes
                .find(number, unit.submission().requirements())
                .orElseThrow()
                .lane()
                .id;
        PoolPolicy policy = session.known.pools.terms(session, number).policy();
        if (!new Submitting(session, number, policy, "").insertOwn(unit, lane)) {
            throw new LanesMissing(List.of(unit));
        }
    }

    private int number(NewUnit unit) throws SQLException {
        return session.poolNumber(unit.pool()).orElseThrow();
    }
}
