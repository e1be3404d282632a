// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.Shelf;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.OutOfTurn;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Terms;
import dev.holdfast.jdbc.SqlFunction;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Inserts units of one pool: finds their lanes, makes those that are missing, then inserts all at once. */
final class Insertions {
    /** A class is lost, or a key comes free, between two steps; once is rare. */
    private static final int MOST_ROUNDS = 8;

    /** A key that somebody's long transaction is inserting must not hold up a batch for long; it is tried again. */
    private static final String KEY_WAIT = "2s";

    private final Database database;
    private final PoolId pool;

    Insertions(Database database, PoolId pool) {
        this.database = database;
        this.pool = pool;
    }

    /** In a transaction of its own. */
    List<Insertion> insert(List<NewUnit> units) {
        return insert(units, database::write, KEY_WAIT);
    }

    /** What was sent once has failed; it may have been applied. */
    static final class Unsent extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unsent(Exception cause) {
            super(cause);
        }
    }

    /**
     * In a transaction of its own that is not repeated.
     *
     * @param keyWait how long a key may be waited for that another transaction is just inserting
     * @throws Unsent when it fails
     */
    List<Insertion> insertOnce(List<NewUnit> units, String keyWait) {
        Runner once = new Runner() {
            @Override
            public <R> R run(SqlFunction<Session, R> work) {
                try {
                    return database.writeOnce(work);
                } catch (SQLException | RuntimeException e) {
                    throw new Unsent(e);
                }
            }
        };
        return insert(units, once, keyWait);
    }

    /** All in one transaction, which is given up unless all are in the ledger then. */
    List<Insertion> insertTogether(List<NewUnit> units, Predicate<List<Insertion>> areIn) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<Optional<Long>> lanes = lanesOf(units, round > 0);
            Optional<List<Insertion>> insertions =
                    database.writeInSteps(session -> insertTogether(session, units, lanes, areIn));
            if (insertions.isPresent()) {
                return insertions.get();
            }
        }
        throw wentAwayAgain();
    }

    private Optional<List<Insertion>> insertTogether(
            Session session, List<NewUnit> units, List<Optional<Long>> lanes, Predicate<List<Insertion>> areIn)
            throws SQLException {
        Optional<List<Insertion>> insertions = insertedFirst(session, units, lanes);
        if (insertions.filter(areIn).isEmpty()) {
            session.discard();
        }
        return insertions;
    }

    /** More may follow in the transaction. */
    private Optional<List<Insertion>> insertedFirst(Session session, List<NewUnit> units, List<Optional<Long>> lanes)
            throws SQLException {
        return switch (submitting(session, units, KEY_WAIT).insertFirst(units, lanes)) {
            case Submitting.Outcome.Tried tried -> new InTheWay(session, pool).of(units, lanes, tried.each());
            case Submitting.Outcome.Outdated outdated -> Optional.of(all(units, new Insertion.Outdated()));
            case Submitting.Outcome.ClassLost lost -> Optional.empty();
        };
    }

    /** One unit in a transaction that is given up unless it is claimed out of turn. */
    Shelf.OutOfTurnResult insertClaimed(NewUnit unit, ClaimWork claim, Function<ClaimPage, OutOfTurn> rule) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<Optional<Long>> lanes = lanesOf(List.of(unit), round > 0);
            Optional<Shelf.OutOfTurnResult> result =
                    database.writeInSteps(session -> insertClaimed(session, unit, lanes, claim, rule));
            if (result.isPresent()) {
                return result.get();
            }
        }
        throw wentAwayAgain();
    }

    private Optional<Shelf.OutOfTurnResult> insertClaimed(
            Session session,
            NewUnit unit,
            List<Optional<Long>> lanes,
            ClaimWork claim,
            Function<ClaimPage, OutOfTurn> rule)
            throws SQLException {
        Optional<Insertion> insertion =
                insertedFirst(session, List.of(unit), lanes).map(List::getFirst);
        if (insertion.filter(Insertion.Inserted.class::isInstance).isPresent()) {
            long lane = lanes.getFirst().orElseThrow();
            return Optional.of(new ClaimingOne(session, claim, unit.id(), lane).claim(rule));
        }
        session.discard();
        return insertion.map(Shelf.OutOfTurnResult.InTheWay::new);
    }

    /** Runs a transaction, or a part of one. */
    interface Runner {
        <R> R run(SqlFunction<Session, R> work);
    }

    /** In a part of the caller's transaction, whose settings are the caller's. */
    List<Insertion> insert(List<NewUnit> units, Runner runner) {
        return insert(units, runner, "");
    }

    private List<Insertion> insert(List<NewUnit> units, Runner runner, String keyWait) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<Optional<Long>> lanes = lanesOf(units, round > 0);
            Optional<List<Insertion>> insertions =
                    switch (runner.run(session -> insert(session, units, lanes, keyWait))) {
                        case Submitting.Outcome.Tried tried
                        when hasAll(tried.each()) -> Optional.of(all(units, new Insertion.Inserted()));
                        case Submitting.Outcome.Tried tried ->
                            runner.run(session -> new InTheWay(session, pool).of(units, lanes, tried.each()));
                        case Submitting.Outcome.Outdated outdated -> Optional.of(all(units, new Insertion.Outdated()));
                        case Submitting.Outcome.ClassLost lost -> Optional.empty();
                    };
            if (insertions.isPresent()) {
                return insertions.get();
            }
        }
        throw wentAwayAgain();
    }

    private static LedgerUnavailable wentAwayAgain() {
        return new LedgerUnavailable("what was given to these units went away again " + MOST_ROUNDS
                + " times; a caller's transaction has to be 'read committed' to see it");
    }

    private static List<Insertion> all(List<NewUnit> units, Insertion insertion) {
        return Collections.nCopies(units.size(), insertion);
    }

    private static boolean hasAll(boolean[] inserted) {
        for (boolean each : inserted) {
            if (!each) {
                return false;
            }
        }
        return true;
    }

    private Submitting.Outcome insert(Session session, List<NewUnit> units, List<Optional<Long>> lanes, String keyWait)
            throws SQLException {
        return submitting(session, units, keyWait).insert(units, lanes);
    }

    private Submitting submitting(Session session, List<NewUnit> units, String keyWait) throws SQLException {
        int number = session.poolNumber(pool).orElseThrow();
        Terms terms =
                session.known.pools.terms(session, number, units.getFirst().revision());
        return new Submitting(session, number, terms.policy(), keyWait);
    }

    private List<Optional<Long>> lanesOf(List<NewUnit> units, boolean again) {
        Map<Requirements, Optional<Long>> lanes = lanes(units, again);
        return units.stream().map(unit -> lanes.get(unit.lane())).toList();
    }

    /** @param again whether a class was lost, so that what is known of lanes does not say that they have one */
    private Map<Requirements, Optional<Long>> lanes(List<NewUnit> units, boolean again) {
        Map<Requirements, Optional<Long>> lanes = new LinkedHashMap<>();
        Set<Requirements> missing = new LinkedHashSet<>();
        Optional<Integer> number = database.known().pools.knownNumber(pool);
        for (NewUnit unit : units) {
            Requirements requirements = unit.lane();
            Optional<KnownLanes.Known> known = number.isEmpty() || again
                    ? Optional.empty()
                    : database.known().lanes.find(number.get(), requirements);
            known.ifPresentOrElse(
                    lane -> lanes.put(requirements, Optional.of(lane.lane().id)), () -> missing.add(requirements));
        }
        if (!missing.isEmpty()) {
            List<Requirements> wanted = List.copyOf(missing);
            List<Optional<Long>> admitted = database.writeInSteps(session ->
                    new LaneAdmission(session, pool, session.poolNumber(pool).orElseThrow()).admit(wanted));
            for (int i = 0; i < wanted.size(); i++) {
                lanes.put(wanted.get(i), admitted.get(i));
            }
            long[] made = admitted.stream()
                    .flatMap(Optional::stream)
                    .mapToLong(Long::longValue)
                    .toArray();
            database.read(session -> {
                session.known.lanes.load(session, made);
                return made.length;
            });
        }
        return lanes;
    }
}
