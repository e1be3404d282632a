// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The partitions of history, one a day. The name of one says which. */
final class HistoryDays {
    private static final String START = "unit_history_";
    private static final DateTimeFormatter FORM = DateTimeFormatter.BASIC_ISO_DATE;

    private final Session session;

    HistoryDays(Session session) {
        this.session = session;
    }

    static String name(LocalDate day) {
        return START + FORM.format(day);
    }

    /** The first moment of a day, in microseconds. */
    static long micros(LocalDate day) {
        return TimeUnit.SECONDS.toMicros(day.atStartOfDay(ZoneOffset.UTC).toEpochSecond());
    }

    /** In order of time. Partitions that others have made are not ours to touch. */
    List<LocalDate> all() throws SQLException {
        return session.sql.of("""
            SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
            WHERE i.inhparent = to_regclass(?) ORDER BY c.relname\
            """).text(session.known.schema() + ".unit_history").list(row -> row.text()).stream()
                .filter(name -> name.matches(START + "\\d{8}"))
                .map(name -> LocalDate.parse(name.substring(START.length()), FORM))
                .toList();
    }

    /**
     * Makes the partition of a day, with what has ended on it so far. Attaching takes no lock that stops the ends of
     * units; the one on the partition for everything else is taken first, so that nothing of the day goes there meanwhile.
     *
     * @return false when it is there already
     */
    boolean make(LocalDate day) throws SQLException {
        onlyOne(session);
        if (all().contains(day)) {
            return false;
        }
        String name = name(day);
        long from = micros(day);
        long until = micros(day.plusDays(1));
        session.sql.execute("LOCK TABLE $.unit_history_other IN ACCESS EXCLUSIVE MODE");
        session.sql.execute(
                "CREATE TABLE $." + name + " (LIKE $.unit_history INCLUDING DEFAULTS INCLUDING CONSTRAINTS)");
        session.sql.execute("""
            WITH gone AS (DELETE FROM $.unit_history_other WHERE state_at >= %d AND state_at < %d RETURNING *)
            INSERT INTO $.%s SELECT * FROM gone\
            """.formatted(from, until, name));
        session.sql.execute("ALTER TABLE $.unit_history ATTACH PARTITION $.%s FOR VALUES FROM (%d) TO (%d)"
                .formatted(name, from, until));
        return true;
    }

    /** Two that keep history at once go one after the other. */
    static void onlyOne(Session session) throws SQLException {
        session.sql
                .of("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))")
                .text("holdfast/history/" + session.known.schema())
                .first(row -> 0);
    }
}
