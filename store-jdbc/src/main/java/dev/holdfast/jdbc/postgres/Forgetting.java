// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;

/**
 * Forgets units that ended before a moment and stand in one table: their rows, what led to them, their past claims and lives.
 * Their pools are told in the same transaction, so that counts stay right.
 */
final class Forgetting {
    private final Session session;
    private final String table;
    private final long before;
    private final boolean whole;

    private Forgetting(Session session, String table, long before, boolean whole) {
        this.session = session;
        this.table = table;
        this.before = before;
        this.whole = whole;
    }

    /** All of a day that has a partition. */
    static Forgetting day(Session session, LocalDate day) {
        return new Forgetting(session, HistoryDays.name(day), HistoryDays.micros(day.plusDays(1)), true);
    }

    /** What ended before a day and has no partition of its own. */
    static Forgetting elsewhere(Session session, LocalDate day) {
        return new Forgetting(session, "unit_history_other", HistoryDays.micros(day), false);
    }

    /** Returns how many units there were. */
    long run() throws SQLException {
        HistoryDays.onlyOne(session);
        if (whole
                && new HistoryDays(session)
                        .all().stream().map(HistoryDays::name).noneMatch(table::equals)) {
            return 0; // somebody else has dropped it
        }
        lock();
        long units = count("SELECT count(*) FROM $.%s u WHERE u.state_at < ?");
        if (units > 0) {
            tellPools();
            forgetIds();
            change("DELETE FROM $.past_claim p USING $.%s u WHERE p.seq = u.seq AND u.state_at < ?");
            change("DELETE FROM $.past_life p USING $.%s u WHERE p.seq = u.seq AND u.state_at < ?");
        }
        if (whole) {
            session.sql.execute("DROP TABLE $." + table);
        } else {
            change("DELETE FROM $.%s u WHERE u.state_at < ?");
        }
        return units;
    }

    /** A late answer may still come for an ended unit: it waits, and finds the unit gone. */
    private void lock() throws SQLException {
        if (whole) {
            session.sql.execute("LOCK TABLE $." + table + " IN EXCLUSIVE MODE");
        } else {
            count("SELECT count(*) FROM (SELECT FROM $.%s u WHERE u.state_at < ? FOR UPDATE) x");
        }
    }

    private void tellPools() throws SQLException {
        change("""
            INSERT INTO $.inbox (pool, counts)
            SELECT u.pool, ARRAY[0, 0, 0, -count(*) FILTER (WHERE u.state = 3), -count(*) FILTER (WHERE u.state = 4),
                -count(*) FILTER (WHERE u.state = 5), -count(*) FILTER (WHERE u.state = 6)]
            FROM $.%s u WHERE u.state_at < ? GROUP BY u.pool\
            """);
    }

    /** A unit whose submitter gave the id is also found by its key. */
    private void forgetIds() throws SQLException {
        change("DELETE FROM $.unit_id i USING $.%s u WHERE i.id = u.id AND i.seq = u.seq AND u.state_at < ?");
        List<String> ofKeys = session.sql
                .of("""
                    SELECT p.name, u.idempotency_key FROM $.%s u JOIN $.pool p ON p.id = u.pool
                    WHERE u.state_at < ? AND u.id_given\
                    """.formatted(table))
                .number(before)
                .list(row -> WorkId.derived(new PoolId(row.text()), new IdempotencyKey(row.text()))
                        .value());
        if (!ofKeys.isEmpty()) {
            session.sql
                    .of("""
                        DELETE FROM $.unit_id i USING unnest(?) z (id), $.%s u
                        WHERE i.id = z.id AND u.seq = i.seq AND u.state_at < ?\
                        """.formatted(table))
                    .array(ofKeys.toArray(String[]::new))
                    .number(before)
                    .update();
        }
    }

    private long count(String query) throws SQLException {
        return session.sql
                .of(query.formatted(table))
                .number(before)
                .first(row -> row.number())
                .orElse(0L);
    }

    private void change(String statement) throws SQLException {
        session.sql.of(statement.formatted(table)).number(before).update();
    }

    /**
     * Forgets claim requests from before a moment whose claims are all forgotten. The newest of a worker's slot stays as
     * long as the worker lives: it may be sent again.
     */
    static int requests(Session session, long before) throws SQLException {
        return session.sql.of("""
            DELETE FROM $.claim_request q WHERE q.claimed_at < ?
            AND NOT EXISTS (SELECT FROM $.unit u WHERE u.request = q.id)
            AND NOT EXISTS (SELECT FROM $.unit_history u WHERE u.request = q.id)
            AND NOT EXISTS (SELECT FROM $.past_claim p WHERE p.request = q.id)
            AND (
                EXISTS (SELECT FROM $.claim_request n WHERE n.worker = q.worker AND n.slot = q.slot AND n.id > q.id)
                OR EXISTS (SELECT FROM $.worker_lease l WHERE l.worker = q.worker AND l.dead))\
            """).number(before).update();
    }
}
