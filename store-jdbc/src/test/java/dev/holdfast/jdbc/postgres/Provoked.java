// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.testkit.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** A connection whose failures are wanted. */
final class Provoked implements AutoCloseable {
    private static final long LOOK_AGAIN_NANOS = 2_000_000;

    private final Connection connection;

    Provoked(DataSource source) throws SQLException {
        this.connection = source.getConnection();
    }

    static Provoked on(PostgresServer server) throws SQLException {
        return new Provoked(server.dataSource());
    }

    Provoked run(String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
        return this;
    }

    String text(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    /** What the last of the statements fails with. */
    SQLException failure(String... statements) {
        try {
            run(statements);
        } catch (SQLException e) {
            return e;
        }
        throw new AssertionError("nothing failed: " + String.join("; ", statements));
    }

    int process() throws SQLException {
        return Integer.parseInt(text("SELECT pg_backend_pid()"));
    }

    /** Waits until a query says true. */
    void await(String query) throws SQLException {
        while (!text(query).equals("t")) {
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    void awaitEnd(int process) throws SQLException {
        await("SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = " + process + ")");
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
