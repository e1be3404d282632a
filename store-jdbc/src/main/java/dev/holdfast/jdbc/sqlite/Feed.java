// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Events;
import dev.holdfast.core.work.RecordPage;
import dev.holdfast.core.work.Recording;
import dev.holdfast.jdbc.EventRows;
import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The feed of a file. It is written by triggers, which are there only while some pool is recorded: so a ledger without a
 * feed pays nothing for it. Commits follow each other here, and events are numbered in their order.
 */
final class Feed {
    private static final String READ = """
        SELECT 0, e.id, e.sort, s.id, p.name, e.life,
          CASE e.sort WHEN 'ADMITTED' THEN s.admitted_at ELSE e.at END, e.due, e.state, e.origin
        FROM event e JOIN submission s ON s.seq = e.seq JOIN work w ON w.seq = e.seq JOIN pool p ON p.id = w.pool
        WHERE e.id > ? AND s.authority = ? AND (? = '' OR p.name = ?) AND instr(?, e.sort) > 0
        ORDER BY e.id LIMIT ?\
        """;

    private static final String RECORDED = """
        SELECT EXISTS (
          SELECT 1 FROM event_pool e JOIN pool p ON p.id = e.pool WHERE p.authority = ? AND (? = '' OR p.name = ?))\
        """;

    /** Of all authorities: the triggers are there for any of them. */
    private static final String ANY = "SELECT EXISTS (SELECT 1 FROM event_pool)";

    /** A unit that can never fit ends as it is admitted. */
    private static final String ADMITTED = """
        CREATE TRIGGER event_admitted AFTER INSERT ON work
        WHEN EXISTS (SELECT 1 FROM event_pool WHERE pool = NEW.pool) BEGIN
          INSERT INTO event (sort, seq, life, at, due, state)
          VALUES ('ADMITTED', NEW.seq, NEW.life, NEW.state_at, NEW.state_at, NEW.state);
          INSERT INTO event (sort, seq, life, at, due, state)
          SELECT 'ENDED', NEW.seq, NEW.life, NEW.state_at, NEW.state_at, NEW.state WHERE NEW.state BETWEEN 3 AND 6;
        END\
        """;

    private static final String READY = """
        CREATE TRIGGER event_ready AFTER UPDATE OF state ON work
        WHEN NEW.state = 0 AND OLD.state <> 0 AND NEW.moved_by <> 'REDRIVEN'
        AND EXISTS (SELECT 1 FROM event_pool WHERE pool = NEW.pool) BEGIN
          INSERT INTO event (sort, seq, life, at, due, state, origin)
          VALUES ('READY', NEW.seq, NEW.life, NEW.state_at, NEW.state_at, 0, NEW.moved_by);
        END\
        """;

    private static final String ENDED = """
        CREATE TRIGGER event_ended AFTER UPDATE OF state ON work
        WHEN NEW.state BETWEEN 3 AND 6 AND OLD.state NOT BETWEEN 3 AND 6 AND EXISTS (SELECT 1 FROM event_pool WHERE pool = NEW.pool) BEGIN
          INSERT INTO event (sort, seq, life, at, due, state)
          VALUES ('ENDED', NEW.seq, NEW.life, NEW.state_at, NEW.state_at, NEW.state);
        END\
        """;

    /**
     * A batch that ends a life and begins another one writes the unit as it is in the end, and then the lives that are over:
     * what was told of such a life is corrected by them, or told now, and so is the end of a last life.
     */
    private static final String LIVES = """
        CREATE TRIGGER event_lives AFTER INSERT ON past_life
        WHEN EXISTS (SELECT 1 FROM event_pool e JOIN work w ON w.pool = e.pool WHERE w.seq = NEW.seq) BEGIN
          UPDATE event SET at = NEW.state_at, due = NEW.state_at, state = NEW.state
          WHERE seq = NEW.seq AND life = NEW.life AND sort = 'ENDED';
          INSERT INTO event (sort, seq, life, at, due, state)
          SELECT 'ENDED', NEW.seq, NEW.life, NEW.state_at, NEW.state_at, NEW.state
          WHERE NEW.state_at = NEW.redriven_at AND NOT EXISTS (
            SELECT 1 FROM event WHERE seq = NEW.seq AND life = NEW.life AND sort = 'ENDED');
          INSERT INTO event (sort, seq, life, at, due, state, origin)
          VALUES ('READY', NEW.seq, NEW.life + 1, NEW.redriven_at, NEW.redriven_at, 0, 'REDRIVEN');
          INSERT INTO event (sort, seq, life, at, due, state)
          SELECT 'ENDED', seq, life, state_at, state_at, state FROM work
          WHERE seq = NEW.seq AND life = NEW.life + 1 AND state BETWEEN 3 AND 6;
        END\
        """;

    private static final List<String> START = List.of(ADMITTED, READY, ENDED, LIVES);

    private static final List<String> STOP = List.of(
            "DROP TRIGGER event_admitted",
            "DROP TRIGGER event_ready",
            "DROP TRIGGER event_ended",
            "DROP TRIGGER event_lives");

    private final Session session;
    private final Statements sql;

    Feed(Session session) {
        this.session = session;
        this.sql = session.sql;
    }

    RecordPage page(PoolId pool, Moment now) throws SQLException {
        return new RecordPage(now, session.pools.find(pool).isPresent(), isRecorded(Optional.of(pool)));
    }

    private boolean isRecorded(Optional<PoolId> pool) throws SQLException {
        String name = pool.map(PoolId::value).orElse("");
        return sql.of(RECORDED)
                .number(session.authority)
                .text(name)
                .text(name)
                .first(row -> row.flag())
                .orElse(false);
    }

    private boolean isAnyRecorded() throws SQLException {
        return sql.of(ANY).first(row -> row.flag()).orElse(false);
    }

    void record(Recording recording) throws SQLException {
        boolean before = isAnyRecorded();
        sql.of(
                        recording.on()
                                ? "INSERT INTO event_pool SELECT id FROM pool WHERE authority = ? AND name = ?"
                                : "DELETE FROM event_pool WHERE pool IN (SELECT id FROM pool WHERE authority = ? AND"
                                        + " name = ?)")
                .number(session.authority)
                .text(recording.pool().value())
                .update();
        boolean after = isAnyRecorded();
        if (before != after) {
            for (String step : after ? START : STOP) {
                sql.execute(step);
            }
        }
    }

    Events.Found find(Events query) throws SQLException {
        String pool = query.pool().map(PoolId::value).orElse("");
        List<EventRows.Placed> placed = EventRows.read(sql.of(READ)
                .number(query.after().number())
                .number(session.authority)
                .text(pool)
                .text(pool)
                .text(EventRows.sorts(query))
                .integer(query.limit()));
        return EventRows.found(placed, query, isRecorded(query.pool()), false, false);
    }
}
