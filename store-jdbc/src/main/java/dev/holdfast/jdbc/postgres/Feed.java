// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Events;
import dev.holdfast.core.work.RecordPage;
import dev.holdfast.core.work.Recording;
import dev.holdfast.jdbc.EventRows;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The feed of a schema. It is written by triggers, which are there only while some pool is recorded: so a ledger without a
 * feed pays nothing for it, not even a question whether there is one, and no process has to be told.
 *
 * <p><b>Order.</b> Events are ordered by the transaction that wrote them. Transactions are numbered when they first write,
 * but end in any order, so that a reader who went by what is there would pass over those that end late. A reader is shown
 * only events of transactions below the oldest one that still runs: below it all have ended, and no new one gets a number
 * there.
 */
final class Feed {
    private static final String READ = """
        SELECT e.place, e.id, e.sort, e.work, p.name, e.life, e.at, e.due, e.state, e.origin
        FROM $.event e JOIN $.pool p ON p.id = e.pool
        WHERE (e.place, e.id) > (?, ?) AND e.place < $.event_place_v1(pg_snapshot_xmin(pg_current_snapshot()))
        AND (? = '' OR p.name = ?) AND strpos(?, e.sort) > 0
        ORDER BY e.place, e.id LIMIT ?\
        """;

    private static final String HELD_BACK = """
        SELECT EXISTS (
            SELECT FROM $.event e WHERE e.place >= $.event_place_v1(pg_snapshot_xmin(pg_current_snapshot())))\
        """;

    private static final String FORGOTTEN = "SELECT EXISTS (SELECT FROM $.event_end f WHERE (f.place, f.id) > (?, ?))";

    private static final String RECORDED = """
        SELECT EXISTS (SELECT FROM $.event_pool e JOIN $.pool p ON p.id = e.pool WHERE ? = '' OR p.name = ?)\
        """;

    /** Waits for all who write units now; they wait meanwhile. */
    private static final String LOCK = "LOCK TABLE $.unit, $.unit_history, $.past_life IN SHARE ROW EXCLUSIVE MODE";

    private static final List<String> START = List.of(
            insertTrigger("event_units", "unit"),
            insertTrigger("event_units", "unit_history"),
            insertTrigger("event_lives", "past_life"),
            """
            CREATE OR REPLACE TRIGGER event_ready AFTER UPDATE OF state ON $.unit FOR EACH ROW
            WHEN (OLD.state NOT IN (0, 9) AND NEW.state IN (0, 9) AND NEW.moved_by <> 'REDRIVEN')
            EXECUTE FUNCTION $.event_ready_v1()\
            """);

    private static final List<String> STOP = List.of(
            "DROP TRIGGER IF EXISTS event_units ON $.unit",
            "DROP TRIGGER IF EXISTS event_units ON $.unit_history",
            "DROP TRIGGER IF EXISTS event_lives ON $.past_life",
            "DROP TRIGGER IF EXISTS event_ready ON $.unit");

    private final Session session;

    Feed(Session session) {
        this.session = session;
    }

    private static String insertTrigger(String name, String table) {
        return """
            CREATE OR REPLACE TRIGGER %s AFTER INSERT ON $.%s REFERENCING NEW TABLE AS fresh
            FOR EACH STATEMENT EXECUTE FUNCTION $.%s_v1()\
            """.formatted(name, table, name);
    }

    /** What is known of a pool, until the commit. One recording is decided after the other. */
    RecordPage page(PoolId pool) throws SQLException {
        session.sql.execute("LOCK TABLE $.event_pool IN SHARE ROW EXCLUSIVE MODE");
        return new RecordPage(session.now(), session.poolNumber(pool).isPresent(), isRecorded(Optional.of(pool)));
    }

    private boolean isRecorded(Optional<PoolId> pool) throws SQLException {
        String name = pool.map(PoolId::value).orElse("");
        return session.sql
                .of(RECORDED)
                .text(name)
                .text(name)
                .first(row -> row.flag())
                .orElse(false);
    }

    void record(Recording recording) throws SQLException {
        int pool = session.poolNumber(recording.pool()).orElseThrow();
        session.sql.execute(LOCK);
        boolean before = isRecorded(Optional.empty());
        session.sql
                .of(recording.on() ? "INSERT INTO $.event_pool VALUES (?)" : "DELETE FROM $.event_pool WHERE pool = ?")
                .integer(pool)
                .update();
        boolean after = isRecorded(Optional.empty());
        if (before != after) {
            for (String step : after ? START : STOP) {
                session.sql.execute(step);
            }
        }
    }

    Events.Found find(Events query) throws SQLException {
        String pool = query.pool().map(PoolId::value).orElse("");
        List<EventRows.Placed> placed = EventRows.read(session.sql
                .of(READ)
                .number(query.after().place())
                .number(query.after().number())
                .text(pool)
                .text(pool)
                .text(EventRows.sorts(query))
                .integer(query.limit()));
        return EventRows.found(
                placed,
                query,
                isRecorded(query.pool()),
                session.sql.of(HELD_BACK).first(row -> row.flag()).orElse(false),
                isForgotten(query));
    }

    /** Who starts at the beginning misses nothing: it is where what is kept begins. */
    private boolean isForgotten(Events query) throws SQLException {
        return query.after().place() > 0
                && session.sql
                        .of(FORGOTTEN)
                        .number(query.after().place())
                        .number(query.after().number())
                        .first(row -> row.flag())
                        .orElse(false);
    }

    /** Forgets all events up to the newest that was written before a moment; how many these are. */
    static long forget(Session session, long before) throws SQLException {
        return session.sql
                .of("SELECT $.forget_events_v1(?)")
                .number(before)
                .first(row -> row.number())
                .orElse(0L);
    }
}
