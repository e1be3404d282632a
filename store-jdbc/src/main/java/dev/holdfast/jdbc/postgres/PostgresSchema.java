// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.jdbc.Migrations;
import dev.holdfast.jdbc.Statements;
import dev.holdfast.jdbc.Verdict;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Makes and migrates the schema of a ledger. Nothing else in Holdfast changes one: programs that find no schema, or an
 * older one, say so and stop. The steps are plain SQL files beside this class, {@code V1__ledger.sql} and so on, which may
 * also be run by other tools, in their order, with the schema first in the search path.
 */
public final class PostgresSchema {
    private static final List<String> FILES = List.of(
            "V1__ledger.sql",
            "V1.1__calls.sql",
            "V1.2__views.sql",
            "V1.3__past_lives.sql",
            "V1.4__policies.sql",
            "V1.7__audit.sql",
            "V1.8__schedules.sql",
            "V1.9__fairness.sql",
            "V1.10__domains.sql",
            "V1.11__held.sql",
            "V1.12__events.sql",
            "V1.13__keys.sql",
            "V1.14__reservations.sql",
            "V1.15__shared_domains.sql",
            "V1.18__attempts.sql");

    static final SchemaVersion NEWEST = SchemaVersion.ofFile(FILES.getLast());

    private static final String VERSIONS = """
        CREATE TABLE IF NOT EXISTS $.schema_version (
            major int NOT NULL, minor int NOT NULL, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(),
            PRIMARY KEY (major, minor))\
        """;

    private PostgresSchema() {}

    /**
     * Brings a schema to the newest version; makes it where there is none. Programs of the older minor version go on
     * working meanwhile and afterwards. Several processes may do this at once.
     *
     * @return the names of the steps that were run; empty when there was nothing to do
     * @throws dev.holdfast.core.ledger.LedgerUnavailable when the database cannot be reached or the user may not do this
     * @throws LedgerBroken when the schema is of another major version
     */
    public static List<String> migrate(DataSource source, String schema) {
        PostgresOptions.checkSchema(schema);
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try {
                List<String> done =
                        migrate(new Statements(connection, text -> text.replace("$.", schema + ".")), schema);
                connection.commit();
                return done;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        } catch (SQLException e) {
            Verdict verdict = PostgresVerdicts.of(e, false);
            throw PostgresVerdicts.explain(
                    "schema " + schema, verdict == Verdict.UNKNOWN ? Verdict.UNAVAILABLE : verdict, e);
        }
    }

    /** As {@link #migrate}: for tests and first steps, where nobody wants to run a command. */
    public static void ensureCreated(DataSource source, String schema) {
        migrate(source, schema);
    }

    private static List<String> migrate(Statements sql, String schema) throws SQLException {
        sql.of("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))")
                .text("holdfast/" + schema)
                .first(row -> 0);
        Optional<SchemaVersion> found = SchemaVersion.read(sql, schema);
        if (found.isPresent() && found.get().major() != NEWEST.major()) {
            SchemaVersion.check(sql, schema);
        }
        if (found.isEmpty()) {
            boolean exists = sql.of("SELECT to_regnamespace(?) IS NOT NULL")
                    .text(schema)
                    .first(row -> row.flag())
                    .orElse(false);
            if (!exists) { // to ask for one that is there takes a right that its owner may not have
                sql.execute("CREATE SCHEMA " + schema);
            }
            sql.execute(VERSIONS);
        }
        // Of temporary tables last: a caller's own one must not come between a call and its table.
        sql.execute("SET LOCAL search_path = " + schema + ", pg_temp");
        List<String> done = new ArrayList<>();
        for (String file : FILES) {
            SchemaVersion version = SchemaVersion.ofFile(file);
            if (found.isPresent() && version.compareTo(found.get()) <= 0) {
                continue;
            }
            sql.execute(Migrations.read(PostgresSchema.class, file));
            sql.of("INSERT INTO $.schema_version (major, minor, name) VALUES (?, ?, ?)")
                    .integer(version.major())
                    .integer(version.minor())
                    .text(file)
                    .update();
            done.add(file);
        }
        return List.copyOf(done);
    }
}
