// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.torture;

import dev.holdfast.jdbc.postgres.PostgresSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.Random;
import javax.sql.DataSource;

/** A schema that is made for one torture and dropped after it. Others on the same database are not touched. */
final class Scratch implements AutoCloseable {
    private static final String TERMINATE = """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = ? AND pid <> pg_backend_pid()\
        """;

    final String schema;
    final DataSource source;
    final Resource resource;

    private Scratch(DataSource source, String schema) {
        this.source = source;
        this.schema = schema;
        this.resource = new Resource(source, schema);
    }

    static Scratch create(DataSource source, Random random) throws SQLException {
        Scratch scratch =
                new Scratch(source, "holdfast_torture_" + HexFormat.of().toHexDigits(random.nextInt()));
        PostgresSchema.migrate(source, scratch.schema);
        scratch.resource.create();
        return scratch;
    }

    /** The server's clock, in microseconds. */
    long micros() throws SQLException {
        return number("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint");
    }

    /** Of the ledger's fences from now on. */
    int epoch() throws SQLException {
        return (int) number("SELECT epoch FROM " + schema + ".authority");
    }

    private long number(String query) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Ends the backends of all connections that name this schema as their application. */
    void terminate() throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement terminate = connection.prepareStatement(TERMINATE)) {
            terminate.setString(1, schema);
            terminate.execute();
        }
    }

    @Override
    public void close() throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
        }
    }
}
