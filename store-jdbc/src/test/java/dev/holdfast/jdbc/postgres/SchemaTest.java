// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.jdbc.Some;
import dev.holdfast.testkit.postgres.PostgresServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The rule of major and minor versions, seen by older and newer programs. */
class SchemaTest {
    private static final Schemas SCHEMAS = new Schemas();

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    private static Ledger open(String schema) {
        return PostgresLedger.open(
                SCHEMAS.source, PostgresOptions.DEFAULT.withSchema(schema).withNotifications(false));
    }

    @Test
    void migratingTwiceDoesNothingTheSecondTime() {
        String schema = PostgresServer.freshName();
        assertThat(PostgresSchema.migrate(SCHEMAS.source, schema)).isNotEmpty();
        assertThat(PostgresSchema.migrate(SCHEMAS.source, schema)).isEmpty();
        SCHEMAS.server.dropSchema(schema);
    }

    /** PF-083. */
    @Test
    void severalMayMigrateAtOnce() throws Exception {
        String schema = PostgresServer.freshName();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<List<String>>> calls =
                    java.util.Collections.nCopies(4, () -> PostgresSchema.migrate(SCHEMAS.source, schema));
            List<String> done = new ArrayList<>();
            for (Future<List<String>> each : threads.invokeAll(calls)) {
                done.addAll(each.get());
            }
            assertThat(done).doesNotHaveDuplicates().contains("V1__ledger.sql");
        }
        SCHEMAS.server.dropSchema(schema);
    }

    @Test
    void ordinaryOperationMakesNoSchema() {
        assertThatThrownBy(() -> open("nowhere"))
                .isInstanceOf(LedgerBroken.class)
                .hasMessage("schema nowhere holds no ledger; run 'holdfast migrate' once to make one");
    }

    @Test
    void anOlderSchemaIsNamedAndTheStepToo() {
        String schema = SCHEMAS.create();
        SCHEMAS.execute(schema, "DELETE FROM schema_version WHERE minor > 0");
        assertThatThrownBy(() -> open(schema))
                .isInstanceOf(LedgerBroken.class)
                .hasMessageContaining("is of an older Holdfast (1.0; this program needs " + PostgresSchema.NEWEST + ")")
                .hasMessageContaining("holdfast migrate");
    }

    /**
     * A newer release has expanded the schema; this program works on, and one that holds it open does not notice.
     *
     * <p>PF-156.
     */
    @Test
    void aHigherMinorVersionIsAccepted() {
        String schema = SCHEMAS.create();
        try (Ledger before = open(schema)) {
            Some.define(before);
            Some.register(before);
            SCHEMAS.execute(schema, "ALTER TABLE unit ADD COLUMN of_a_later_release text");
            SCHEMAS.execute(
                    schema, "INSERT INTO schema_version (major, minor, name) VALUES (1, 99, 'V1.99__later.sql')");
            Some.submit(before, "a");
            try (Ledger after = open(schema)) {
                Some.submit(after, "b");
                assertThat(Some.claim(after, 1, 5))
                        .hasSize(2)
                        .allSatisfy(grant ->
                                assertThat(Some.succeed(before, grant)).isInstanceOf(SettleDecision.Accepted.class));
            }
        }
    }

    @Test
    void anotherMajorVersionIsRefused() {
        String schema = SCHEMAS.create();
        SCHEMAS.execute(schema, "INSERT INTO schema_version (major, minor, name) VALUES (2, 0, 'V2__later.sql')");
        assertThatThrownBy(() -> open(schema))
                .isInstanceOf(LedgerBroken.class)
                .hasMessageContaining("was made by a newer Holdfast (2.0; this program works with ");
        assertThatThrownBy(() -> PostgresSchema.migrate(SCHEMAS.source, schema)).isInstanceOf(LedgerBroken.class);
    }

    @Test
    void anotherAuthorityIsRefused() {
        String schema = SCHEMAS.create();
        open(schema).close();
        PostgresOptions other = PostgresOptions.DEFAULT
                .withSchema(schema)
                .withAuthority(new dev.holdfast.core.AuthorityId("other"))
                .withNotifications(false);
        assertThatThrownBy(() -> PostgresLedger.open(SCHEMAS.source, other))
                .isInstanceOf(LedgerBroken.class)
                .hasMessageContaining("holds the ledger 'main', not 'other'");
    }
}
