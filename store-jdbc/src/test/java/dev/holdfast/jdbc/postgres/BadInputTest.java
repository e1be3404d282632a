// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerException;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.testkit.postgres.PostgresServer;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** What a person can get wrong about the database: one line that says what to do, and nothing is made or changed. */
class BadInputTest {
    private static final int NO_SERVER = 1;

    private static Schemas schemas;
    private static String schema;

    @BeforeAll
    static void create() {
        schemas = new Schemas();
        schema = schemas.create();
    }

    @AfterAll
    static void drop() {
        schemas.close();
    }

    private static void assertRefused(
            PGSimpleDataSource source, String name, Class<? extends LedgerException> how, String... parts) {
        PostgresOptions options = PostgresOptions.DEFAULT
                .withSchema(name)
                .withNotifications(false)
                .withPatience(Duration.ofMillis(1));
        assertThatThrownBy(() -> PostgresLedger.open(source, options).close())
                .isInstanceOf(how)
                .hasMessageContainingAll(parts);
    }

    private static PGSimpleDataSource source() {
        return schemas.server.dataSource();
    }

    private static PGSimpleDataSource with(String parameter, String value) {
        PGSimpleDataSource source = source();
        source.setOptions("-c " + parameter + "=" + value);
        return source;
    }

    @Test
    void noServer() {
        PGSimpleDataSource source = source();
        source.setPortNumbers(new int[] {NO_SERVER});
        assertRefused(source, schema, LedgerUnavailable.class, "cannot be reached", "is the server up");
    }

    @Test
    void noSuchUser() {
        PGSimpleDataSource source = source();
        source.setUser("nobody-of-this-name");
        assertRefused(source, schema, LedgerUnavailable.class, "does not let this user in", "check user and password");
    }

    @Test
    void noSuchDatabase() {
        PGSimpleDataSource source = source();
        source.setDatabaseName("nothing-of-this-name");
        assertRefused(source, schema, LedgerUnavailable.class, "names a database that does not exist");
    }

    @Test
    void noSchema() {
        assertRefused(source(), "not_there", LedgerBroken.class, "holds no ledger", "run 'holdfast migrate'");
    }

    @Test
    void anOlderSchema() {
        String old = schemas.create();
        schemas.execute(old, "DELETE FROM schema_version WHERE minor > 0");
        assertRefused(source(), old, LedgerBroken.class, "of an older Holdfast", "run 'holdfast migrate'");
    }

    @Test
    void aNewerSchema() {
        String young = schemas.create();
        schemas.execute(young, "INSERT INTO schema_version (major, minor, name) VALUES (99, 0, 'V99__test.sql')");
        assertRefused(source(), young, LedgerBroken.class, "made by a newer Holdfast", "use that one");
        assertThatThrownBy(() -> PostgresSchema.migrate(source(), young))
                .isInstanceOf(LedgerBroken.class)
                .hasMessageContaining("made by a newer Holdfast");
    }

    @Test
    void aDatabaseThatCanOnlyBeRead() {
        assertRefused(
                with("default_transaction_read_only", "on"),
                schema,
                LedgerUnavailable.class,
                "can only be read",
                "connect to the primary");
    }

    @Test
    void aUserWithoutRights() throws SQLException {
        String role = PostgresServer.freshName();
        try (Provoked operator = Provoked.on(schemas.server)) {
            operator.run("CREATE ROLE " + role);
            try {
                assertRefused(
                        with("role", role),
                        schema,
                        LedgerUnavailable.class,
                        "may not be used by this user",
                        "grant it");
                assertThatThrownBy(() -> PostgresSchema.migrate(with("role", role), "not_there_either"))
                        .isInstanceOf(LedgerUnavailable.class)
                        .hasMessageContaining("may not be used by this user");
            } finally {
                operator.run("DROP ROLE " + role);
            }
        }
    }

    /** No more is needed than to own the schema. */
    @Test
    void aUserWithoutFurtherRights() throws SQLException {
        String role = PostgresServer.freshName();
        String own = PostgresServer.freshName();
        try (Provoked operator = Provoked.on(schemas.server)) {
            operator.run("CREATE ROLE " + role, "CREATE SCHEMA " + own + " AUTHORIZATION " + role);
            try (HikariDataSource source = Schemas.pool(with("role", role))) {
                PostgresSchema.migrate(source, own);
                try (Ledger ledger = PostgresLedger.open(source, PostgresOptions.DEFAULT.withSchema(own))) {
                    FaultWay way = new FaultWay(ledger::submitAll);
                    way.start();
                    way.run(0, 3, settled -> {});
                    assertThat(ledger.ask(new ShowPool(FaultCases.POOL))
                                    .orElseThrow()
                                    .count(Status.SUCCEEDED))
                            .isEqualTo(3);
                }
            } finally {
                operator.run("DROP SCHEMA " + own + " CASCADE", "DROP ROLE " + role);
            }
        }
    }
}
