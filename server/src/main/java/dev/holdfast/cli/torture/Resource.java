// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.torture;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** What the work is done to: remembers the largest fence it saw of each unit, refuses smaller ones, and logs everything. */
final class Resource {
    /** One start of a handler. */
    record Started(WorkId work, Fence fence) {}

    private static final String TABLES = """
        CREATE TABLE $.torture_resource (unit text PRIMARY KEY, fence bigint NOT NULL);
        CREATE TABLE $.torture_start (n bigserial PRIMARY KEY, unit text NOT NULL, fence bigint NOT NULL);
        CREATE TABLE $.torture_write (
            n bigserial PRIMARY KEY, unit text NOT NULL, fence bigint NOT NULL, accepted boolean NOT NULL)\
        """;
    private static final String START = "INSERT INTO $.torture_start (unit, fence) VALUES (?, ?)";
    private static final String LAST = "SELECT pg_sleep(?)";
    /** Locks the row also where it refuses, so that the log is in the order of what happened. */
    private static final String WRITE = """
        INSERT INTO $.torture_resource AS r (unit, fence) VALUES (?, ?)
        ON CONFLICT (unit) DO UPDATE SET fence = excluded.fence WHERE r.fence <= excluded.fence\
        """;

    private static final String LOG = "INSERT INTO $.torture_write (unit, fence, accepted) VALUES (?, ?, ?)";
    private static final String STALE = """
        SELECT count(*) FROM (
            SELECT fence < max(fence) OVER (
                PARTITION BY unit ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) stale
            FROM $.torture_write WHERE accepted) w
        WHERE stale\
        """;

    private final DataSource source;
    private final String schema;

    Resource(DataSource source, String schema) {
        this.source = source;
        this.schema = schema;
    }

    private String spell(String sql) {
        return sql.replace("$.", schema + ".");
    }

    void create() throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(spell(TABLES));
        }
    }

    /**
     * What a handler does: it starts, it takes its time, it writes.
     *
     * @return whether the write was accepted
     */
    boolean use(WorkId work, Fence fence, double seconds) throws SQLException {
        try (Connection connection = source.getConnection()) {
            update(connection, START, work, fence);
            try (PreparedStatement last = connection.prepareStatement(LAST)) {
                last.setDouble(1, seconds);
                last.execute();
            }
            connection.setAutoCommit(false);
            boolean accepted = update(connection, WRITE, work, fence) == 1;
            try (PreparedStatement log = connection.prepareStatement(spell(LOG))) {
                log.setString(1, work.value());
                log.setLong(2, fence.value());
                log.setBoolean(3, accepted);
                log.executeUpdate();
            }
            connection.commit();
            return accepted;
        }
    }

    private int update(Connection connection, String sql, WorkId work, Fence fence) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(spell(sql))) {
            statement.setString(1, work.value());
            statement.setLong(2, fence.value());
            return statement.executeUpdate();
        }
    }

    List<Started> started() throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(spell("SELECT unit, fence FROM $.torture_start"))) {
            List<Started> started = new ArrayList<>();
            while (row.next()) {
                started.add(new Started(new WorkId(row.getString(1)), new Fence(row.getLong(2))));
            }
            return started;
        }
    }

    /** How many writes were accepted although a larger fence had been. */
    long staleAccepted() throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(spell(STALE))) {
            row.next();
            return row.getLong(1);
        }
    }
}
