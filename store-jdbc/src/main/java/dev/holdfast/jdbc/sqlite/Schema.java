// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.jdbc.Migrations;
import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.util.List;

/** Finds out whether a file is a ledger that this program knows, and makes an empty one a ledger. */
final class Schema {
    /** Marks a SQLite file as a ledger: the letters "Hold". */
    static final int APPLICATION_ID = 0x486f6c64;

    private static final Migrations MIGRATIONS = Migrations.beside(
            Schema.class,
            List.of(
                    "V1__ledger.sql",
                    "V2__past_lives.sql",
                    "V3__policies.sql",
                    "V6__audit.sql",
                    "V7__schedules.sql",
                    "V8__fairness.sql",
                    "V9__domains.sql",
                    "V10__held.sql",
                    "V11__events.sql",
                    "V12__keys.sql",
                    "V13__reservations.sql",
                    "V14__shared_domains.sql",
                    "V17__attempts.sql"));

    private Schema() {}

    /** What a file holds. */
    private enum Content {
        NOTHING,
        LEDGER
    }

    /** Changes nothing but an empty file, an older schema or, of a ledger, the journal mode. */
    static void establish(LedgerFile file, Statements sql, Moment now) throws SQLException {
        recognise(file, sql);
        String journal =
                sql.of("PRAGMA journal_mode = WAL").first(row -> row.text()).orElse("");
        if (!journal.equals("wal")) {
            throw new LedgerUnavailable(
                    file.shown() + " is where SQLite cannot keep its log (" + journal + "); put it on a local disk");
        }
        sql.execute("BEGIN IMMEDIATE");
        try {
            // Under the lock, because another process may have made the ledger since.
            if (recognise(file, sql) == Content.NOTHING) {
                sql.execute("PRAGMA application_id = " + APPLICATION_ID);
                apply(MIGRATIONS.all(), sql, now);
            } else {
                apply(MIGRATIONS.after(version(file, sql)), sql, now);
            }
            sql.execute("COMMIT");
        } catch (SQLException | RuntimeException e) {
            sql.execute("ROLLBACK");
            throw e;
        }
    }

    /** Fails where the file is no ledger of this schema; changes nothing. */
    static void check(LedgerFile file, Statements sql) throws SQLException {
        if (recognise(file, sql) == Content.NOTHING) {
            throw new LedgerBroken(file.shown() + " is empty: no ledger was made in it yet");
        }
        version(file, sql);
    }

    private static Content recognise(LedgerFile file, Statements sql) throws SQLException {
        long application = number(sql, "PRAGMA application_id");
        if (application == APPLICATION_ID) {
            return Content.LEDGER;
        }
        if (application != 0 || number(sql, "SELECT count(*) FROM sqlite_schema") > 0) {
            throw new LedgerBroken(
                    file.shown() + " is not a Holdfast ledger but a database of another program; name another file");
        }
        return Content.NOTHING;
    }

    private static int version(LedgerFile file, Statements sql) throws SQLException {
        long version = number(sql, "SELECT coalesce(max(version), 0) FROM schema_version");
        if (version > MIGRATIONS.newest()) {
            throw new LedgerBroken(file.shown() + " was written by a newer Holdfast (schema " + version
                    + "; this program knows " + MIGRATIONS.newest() + "); use that one");
        }
        return (int) version;
    }

    private static void apply(List<Migrations.Migration> migrations, Statements sql, Moment now) throws SQLException {
        for (Migrations.Migration migration : migrations) {
            for (String statement : migration.statements()) {
                sql.execute(statement);
            }
            sql.of("INSERT INTO schema_version (version, name, applied_at) VALUES (?, ?, ?)")
                    .number(migration.version())
                    .text(migration.name())
                    .moment(now)
                    .update();
        }
    }

    private static long number(Statements sql, String query) throws SQLException {
        return sql.of(query).first(row -> row.number()).orElse(0L);
    }
}
