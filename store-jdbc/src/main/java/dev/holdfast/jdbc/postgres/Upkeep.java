// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.ledger.LedgerException;
import dev.holdfast.jdbc.SqlFunction;
import dev.holdfast.jdbc.Verdict;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;
import javax.sql.DataSource;

/**
 * Runs transactions of upkeep, each once: what fails is told, and running the command again is what to do. Unlike
 * {@link Database}, it works on a server that can only be read, and raises no epoch.
 */
final class Upkeep {
    private final DataSource source;
    private final String schema;
    private final Known known;

    Upkeep(DataSource source, String schema) {
        this.source = source;
        this.schema = PostgresOptions.checkSchema(schema);
        this.known = new Known(schema);
    }

    String schema() {
        return schema;
    }

    /** Sees one moment of the ledger, and changes nothing. */
    <R> R read(SqlFunction<Session, R> work) {
        return run(work, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    }

    /** Waits for locks for five seconds at most. */
    <R> R write(SqlFunction<Session, R> work) {
        return run(work, "SET LOCAL lock_timeout = '5s'");
    }

    private <R> R run(SqlFunction<Session, R> work, String first) {
        boolean committing = false;
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try {
                Session session = new Session(connection, known, OptionalLong.empty(), true);
                session.sql.execute(first);
                SchemaVersion.check(session.sql, schema);
                R answer = work.apply(session);
                committing = true;
                connection.commit();
                return answer;
            } catch (SQLException | RuntimeException e) {
                rollback(connection, e);
                throw e;
            }
        } catch (SQLException e) {
            throw explain(e, committing);
        }
    }

    private LedgerException explain(SQLException failure, boolean committing) {
        Verdict verdict = PostgresVerdicts.of(failure, committing);
        return PostgresVerdicts.explain("the ledger in schema " + schema, verdict, failure);
    }

    private static void rollback(Connection connection, Throwable reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e); // the connection is gone, and the server rolls back by itself
        }
    }
}
