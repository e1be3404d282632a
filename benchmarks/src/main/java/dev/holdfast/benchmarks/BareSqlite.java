// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The yardstick of E14: the least that a queue on SQLite can do. One table, one index; a claim marks rows and hands their
 * payloads out, the next transaction deletes them and claims again. No fences, keys, limits, order or history.
 */
final class BareSqlite implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement insert;
    private final PreparedStatement claim;
    private final PreparedStatement delete;
    private final List<Long> held = new ArrayList<>();

    BareSqlite(Path file, String synchronous) throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode=WAL");
            statement.execute("PRAGMA synchronous=" + synchronous);
            statement.execute("PRAGMA cache_size=-65536");
            statement.execute(
                    "CREATE TABLE job(id INTEGER PRIMARY KEY, state INTEGER NOT NULL DEFAULT 0, owner TEXT, payload"
                            + " BLOB)");
            statement.execute("CREATE INDEX ready ON job(id) WHERE state = 0");
        }
        connection.setAutoCommit(false);
        insert = connection.prepareStatement("INSERT INTO job(payload) VALUES (?)");
        claim = connection.prepareStatement("UPDATE job SET state = 1, owner = 'w' WHERE id IN"
                + " (SELECT id FROM job WHERE state = 0 ORDER BY id LIMIT ?) RETURNING id, payload");
        delete = connection.prepareStatement(
                "DELETE FROM job WHERE id IN (SELECT value FROM json_each(?)) AND state = 1");
    }

    void insert(int count) throws SQLException {
        for (int i = 0; i < count; i++) {
            insert.setBytes(1, new byte[64]);
            insert.addBatch();
        }
        insert.executeBatch();
        connection.commit();
    }

    int deleteAndClaim(int batch) throws SQLException {
        int deleted = held.size();
        if (!held.isEmpty()) {
            delete.setString(1, held.toString());
            delete.executeUpdate();
            held.clear();
        }
        claim.setInt(1, batch);
        try (ResultSet rows = claim.executeQuery()) {
            while (rows.next()) {
                held.add(rows.getLong(1));
                rows.getBytes(2);
            }
        }
        connection.commit();
        return deleted;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
