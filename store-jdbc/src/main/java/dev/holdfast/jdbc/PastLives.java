// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.work.CancelRequest;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.PastLife;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and writes the lives of units that another one followed. Most units have none, and cost nothing here. */
public final class PastLives {
    private static final String COLUMNS = "life, state, state_at, moved_by, reason, evidence, reference,"
            + " cancel_at, cancel_actor, cancel_reason, redriven_by, redriven_reason, forced, redriven_at";

    /** What {@link #read} reads of {@code past_life l}, with the columns in which it is written. */
    public static final String SELECT = "l.seq, l." + COLUMNS.replace(", ", ", l.");

    /** Behind the name of the table; {@link #save} gives the values. */
    public static final String INSERT = " (seq, " + COLUMNS + ") VALUES (?" + ", ?".repeat(14) + ")";

    private PastLives() {}

    /**
     * Gives units that live again the lives that they had.
     *
     * @param select makes the rows of units with these numbers be read, by unit and life
     */
    public static List<Unit> added(List<Unit> units, SqlFunction<long[], Prepared> select) throws SQLException {
        long[] redriven = units.stream()
                .filter(unit -> unit.life() > 1)
                .mapToLong(Unit::sequence)
                .toArray();
        if (redriven.length == 0) {
            return units;
        }
        Map<Long, List<PastLife>> lives = new HashMap<>();
        select.apply(redriven)
                .each(row -> lives.computeIfAbsent(row.number(), sequence -> new ArrayList<>())
                        .add(read(row)));
        return units.stream()
                .map(unit -> lives.containsKey(unit.sequence()) ? unit.withLives(lives.get(unit.sequence())) : unit)
                .toList();
    }

    private static PastLife read(Row row) throws SQLException {
        int life = row.integer();
        Status status = States.status(row.integer());
        WorkState.Ended end = new WorkState.Ended(
                status,
                row.moment(),
                WorkState.EndedBy.valueOf(row.text()),
                row.text(),
                Evidence.valueOf(row.text()),
                Optional.empty(),
                row.text());
        Optional<CancelRequest> cancel = UnitColumns.readCancel(row);
        return new PastLife(life, end, cancel, new PastLife.Redriven(row.text(), row.text(), row.flag(), row.moment()));
    }

    /** Adds the lives that are over in {@code after} and were not in {@code before}. */
    public static void save(Unit before, Unit after, Prepared insert) throws SQLException {
        save(after, before.lives().size(), insert);
    }

    /** Adds all lives of a unit that are over. */
    public static void saveAll(Unit unit, Prepared insert) throws SQLException {
        save(unit, 0, insert);
    }

    private static void save(Unit after, int from, Prepared insert) throws SQLException {
        for (PastLife life : after.lives().subList(from, after.lives().size())) {
            WorkState.Ended end = life.end();
            insert.number(after.sequence())
                    .integer(life.life())
                    .integer(States.number(end.status()))
                    .moment(end.at())
                    .text(end.by().name())
                    .textIfAny(end.code())
                    .text(end.evidence().name())
                    .textIfAny(end.reference())
                    .moment(life.cancel().map(CancelRequest::at))
                    .text(life.cancel().map(CancelRequest::actor))
                    .text(life.cancel().map(CancelRequest::reason))
                    .text(life.redriven().actor())
                    .text(life.redriven().reason())
                    .flag(life.redriven().forced())
                    .moment(life.redriven().at())
                    .update();
        }
    }
}
