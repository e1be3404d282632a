// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Redact;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.jdbc.postgres.PostgresLedger;
import dev.holdfast.jdbc.postgres.PostgresMaintenance;
import dev.holdfast.jdbc.postgres.PostgresOptions;
import dev.holdfast.jdbc.postgres.PostgresSchema;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import dev.holdfast.jdbc.sqlite.SqliteMaintenance;
import dev.holdfast.testkit.postgres.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit can be added to and nothing else, also by hand; and doctor finds what it does not agree with. */
class AuditStaysTest {
    @TempDir
    Path folder;

    private static void act(Ledger ledger) {
        PoolId pool = new PoolId("p");
        WorkId work = new WorkId("a");
        ledger.submit(new DefinePool(pool, PoolPolicy.DEFAULT));
        ledger.submit(new Submit(
                pool,
                Submission.of("mail", new IdempotencyKey("a"))
                        .id(work)
                        .payload(Payload.text("to eve"))
                        .build()));
        ledger.submit(new Cancel(work, "ann", "not needed"));
        ledger.submit(new Redact(work, "ann", "law"));
    }

    private static void stays(Connection connection, String audit) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("UPDATE " + audit + " SET actor = 'bob'"))
                    .hasMessageContaining("the audit is only added to");
            assertThatThrownBy(() -> statement.execute("DELETE FROM " + audit))
                    .hasMessageContaining("the audit is only added to");
            try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + audit + " WHERE actor = 'ann'")) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(2);
            }
        }
    }

    @Test
    void inAFile() throws SQLException {
        Path file = folder.resolve("x.db");
        try (Ledger ledger = SqliteLedger.open(file)) {
            act(ledger);
        }
        assertThat(SqliteMaintenance.check(file)).isEmpty();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            stays(connection, "audit");
            try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM submission WHERE payload = 'to eve'")) {
                rows.next();
                assertThat(rows.getInt(1)).isZero();
            }
            statement.execute("UPDATE submission SET media_type = 'text/plain'");
        }
        assertThat(SqliteMaintenance.check(file)).extracting(Finding::code).containsExactly("audit");
    }

    @Test
    void inADatabase() throws SQLException {
        PostgresServer server = PostgresServer.shared();
        String schema = PostgresServer.freshName();
        try {
            PostgresSchema.ensureCreated(server.dataSource(), schema);
            PostgresOptions options = PostgresOptions.DEFAULT.withSchema(schema).withNotifications(false);
            try (Ledger ledger = PostgresLedger.open(server.dataSource(), options)) {
                act(ledger);
            }
            assertThat(PostgresMaintenance.check(server.dataSource(), schema)).isEmpty();
            try (Connection connection = server.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                stays(connection, schema + ".audit");
                assertThatThrownBy(() -> statement.execute("TRUNCATE " + schema + ".audit"))
                        .hasMessageContaining("the audit is only added to");
                statement.execute("UPDATE " + schema + ".unit_history SET media_type = 'text/plain'");
            }
            assertThat(PostgresMaintenance.check(server.dataSource(), schema))
                    .extracting(Finding::code)
                    .containsExactly("audit");
        } finally {
            server.dropSchema(schema);
        }
    }
}
