// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A connection and the statements it has prepared, each once. Used by one thread at a time. */
public final class Statements implements AutoCloseable {
    private final Connection connection;
    private final Map<String, Prepared> prepared = new HashMap<>();

    private final UnaryOperator<String> spelling;

    public Statements(Connection connection) {
        this(connection, UnaryOperator.identity());
    }

    /** @param spelling makes of the texts that are asked for those that the database gets */
    public Statements(Connection connection, UnaryOperator<String> spelling) {
        this.connection = connection;
        this.spelling = spelling;
    }

    /** @param sql a constant: what is prepared is kept until the connection closes */
    public Prepared of(String sql) throws SQLException {
        Prepared statement = prepared.get(sql);
        if (statement == null) {
            statement = new Prepared(connection.prepareStatement(spelling.apply(sql)));
            prepared.put(sql, statement);
        }
        return statement;
    }

    /** Whether no statement was asked for yet. */
    public boolean isFresh() {
        return prepared.isEmpty();
    }

    /** Executes SQL that has no parameters and no result, once. */
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(spelling.apply(sql));
        }
    }

    /** Drops parameters that a failure left behind. */
    public void reset() throws SQLException {
        for (Prepared statement : prepared.values()) {
            statement.reset();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
