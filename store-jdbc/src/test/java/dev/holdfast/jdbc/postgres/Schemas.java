// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.testkit.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.sql.DataSource;

/**
 * Ledgers in schemas of their own on the shared server, over one pool of connections. To make a schema takes far longer
 * than most tests, so one whose ledger was closed is emptied and used again.
 */
final class Schemas implements AutoCloseable {
    private static final String EMPTY = """
        DO $do$ DECLARE t text; BEGIN
            FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema()
                AND tablename NOT IN ('schema_version', 'authority', 'incarnation', 'unit_history_other')
            LOOP EXECUTE 'DELETE FROM ' || quote_ident(t); END LOOP;
            PERFORM setval('unit_seq', 1, false);
            UPDATE authority SET epoch = 1;
            UPDATE incarnation SET epoch = 1;
        END $do$\
        """;

    final PostgresServer server = PostgresServer.shared();
    final HikariDataSource source = pool(server.dataSource());
    private final List<String> made = new ArrayList<>();
    private final Deque<String> free = new ArrayDeque<>();

    static HikariDataSource pool(DataSource source) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(20);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    /** A ledger in an empty schema, which is used again once the ledger is closed. */
    Ledger open(PostgresOptions options) {
        String schema = free.isEmpty() ? create() : emptied(free.pop());
        return PostgresLedger.open(
                source, options.withSchema(schema).withNotifications(false), () -> free.push(schema));
    }

    /** Two ledgers over one empty schema, which is used again once the second one is closed. */
    List<Ledger> openTwice(PostgresOptions options) {
        String schema = free.isEmpty() ? create() : emptied(free.pop());
        PostgresOptions both = options.withSchema(schema).withNotifications(false);
        return List.of(
                PostgresLedger.open(source, both, () -> {}),
                PostgresLedger.open(source, both, () -> free.push(schema)));
    }

    /** A new schema with an empty ledger. */
    String create() {
        String schema = PostgresServer.freshName();
        PostgresSchema.ensureCreated(source, schema);
        made.add(schema);
        return schema;
    }

    /** Empties a schema whose ledger is closed. */
    String emptied(String schema) {
        execute(schema, EMPTY);
        return schema;
    }

    /** Runs a statement with a schema as the search path. */
    void execute(String schema, String sql) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SET LOCAL search_path = " + schema);
            statement.execute("SET LOCAL session_replication_role = replica"); // the audit is only added to
            statement.execute(sql);
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        source.close();
        made.forEach(server::dropSchema);
    }
}
