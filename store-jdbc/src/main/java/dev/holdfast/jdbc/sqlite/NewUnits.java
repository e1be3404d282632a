// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.Prepared;
import dev.holdfast.jdbc.StateColumns;
import java.sql.SQLException;

/** The rows of units that are new, written together. */
final class NewUnits {
    /** How many bytes a claim adds to a row: fence 8, worker 3, request 4, attempt 1, some to spare. */
    private static final int ROOM = 18;

    private static final String WORK = """
        INSERT INTO work (
          pool, lane, seq, waits_in, due_at, late_after, unusual, start_by, version, life, attempts, losses,
          state, state_at, moved_by, reason, evidence, reference, question, room)
        VALUES (?1, ?2, ?3, CASE WHEN ?4 THEN ?2 END, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12,
          ?13, ?14, ?15, ?16, ?17, ?18, ?19, zeroblob(%d))\
        """.formatted(ROOM);

    private final long pool;
    private final Moment keysUntil;
    private final Prepared work;
    private final SubmissionRows submissions;
    private long newest;
    private int added;

    NewUnits(Session session, Pools.Stored pool, Moment keysUntil) throws SQLException {
        this.pool = pool.id();
        this.keysUntil = keysUntil;
        this.work = session.sql.of(WORK);
        this.submissions = new SubmissionRows(session);
        this.newest = session.sql
                .of("SELECT seq FROM sqlite_sequence WHERE name = 'work'")
                .first(row -> row.number())
                .orElse(0L);
    }

    long nextSequence() {
        return newest + 1;
    }

    void add(Unit unit, Lane lane, Place place) throws SQLException {
        newest = unit.sequence();
        added++;
        work.number(pool).number(lane.id).number(newest);
        place.bind(work);
        work.moment(unit.startBy())
                .number(unit.version())
                .number(unit.life())
                .number(unit.attempts())
                .number(unit.losses());
        StateColumns.of(unit.state(), unit.admittedAt()).bind(work);
        work.add();
        submissions.add(unit, pool, keysUntil);
    }

    void write() throws SQLException {
        if (added > 0) {
            work.updateAll();
            submissions.write();
            added = 0;
        }
    }
}
