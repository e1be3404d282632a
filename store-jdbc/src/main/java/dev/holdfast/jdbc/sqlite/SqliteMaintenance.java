// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.jdbc.Alarms;
import dev.holdfast.jdbc.Finding;
import dev.holdfast.jdbc.Statements;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What people do with a ledger file besides working with it. Both may run while others use the file. */
public final class SqliteMaintenance {
    private SqliteMaintenance() {}

    /**
     * Looks for damage: of the file, of counters, of fences, of what leads claims to waiting work. Changes nothing. Reads
     * everything, so it takes about a second for a million units.
     *
     * @return what is wrong; empty for a sound ledger
     * @throws dev.holdfast.core.ledger.LedgerUnavailable when the file is missing or cannot be read
     * @throws dev.holdfast.core.ledger.LedgerBroken when it is no ledger or of a newer schema
     */
    public static List<Finding> check(Path path) {
        LedgerFile file = LedgerFile.of(path);
        file.prepare(false);
        try (Statements sql = new Statements(file.connect(false, Connections.BUSY_MILLIS))) {
            Schema.check(file, sql);
            return new Checkup(sql).run();
        } catch (SQLException e) {
            throw SqliteVerdicts.explain(file.shown(), SqliteVerdicts.of(e, false), e);
        }
    }

    /**
     * Looks for what needs a person: work that is uncertain for too long, or too much of it.
     *
     * @throws dev.holdfast.core.ledger.LedgerUnavailable when the file is missing or cannot be read
     * @throws dev.holdfast.core.ledger.LedgerBroken when it is no ledger or of a newer schema
     */
    public static List<Finding> alarms(Path path) {
        LedgerFile file = LedgerFile.of(path);
        file.prepare(false);
        try (Statements sql = new Statements(file.connect(false, Connections.BUSY_MILLIS))) {
            Schema.check(file, sql);
            return alarms(sql);
        } catch (SQLException e) {
            throw SqliteVerdicts.explain(file.shown(), SqliteVerdicts.of(e, false), e);
        }
    }

    private static List<Finding> alarms(Statements sql) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        Moment now = sql.of("SELECT CAST(unixepoch('now', 'subsec') * 1000000 AS INTEGER)")
                .first(row -> row.moment())
                .orElseThrow();
        for (long authority : sql.of("SELECT id FROM authority").list(row -> row.number())) {
            Session session = new Session(sql, authority);
            for (Pools.Stored pool : session.pools.readable()) {
                new Overviews(session, now)
                        .snapshot(pool.pool().id())
                        .map(Alarms::of)
                        .ifPresent(findings::addAll);
            }
        }
        return List.copyOf(findings);
    }

    /**
     * Writes a copy of one moment of the ledger. The copy is a ledger; where it is opened, its fences begin anew above all
     * that were issued, because the original may have gone on.
     *
     * @param target must not exist; only its owner can read it
     * @throws dev.holdfast.core.ledger.LedgerUnavailable when the file is missing or the target cannot be written
     * @throws dev.holdfast.core.ledger.LedgerBroken when the file is no ledger or of a newer schema
     */
    public static void backup(Path path, Path target) {
        LedgerFile file = LedgerFile.of(path);
        LedgerFile copy = LedgerFile.of(target);
        file.prepare(false);
        if (Files.exists(copy.absolute())) {
            throw new LedgerUnavailable(target + " exists already; name a file that does not");
        }
        try (Statements sql = new Statements(file.connect(true, Connections.BUSY_MILLIS))) {
            Schema.check(file, sql);
            copy.prepare(true);
            sql.of("VACUUM INTO ?").text(copy.absolute().toString()).update();
        } catch (SQLException e) {
            throw SqliteVerdicts.explain(file.shown(), SqliteVerdicts.of(e, false), e);
        }
    }
}
