// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.jdbc.Verdict;
import dev.holdfast.testkit.postgres.PostgresServer;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a real server says when it is provoked, and what becomes of it. */
class ProvokedFailuresTest {
    private final PostgresServer server = PostgresServer.shared();
    private Provoked one;
    private Provoked other;

    @BeforeEach
    void connect() throws SQLException {
        one = Provoked.on(server);
        other = Provoked.on(server);
        other.run(
                "DROP TABLE IF EXISTS provoked",
                "CREATE TABLE provoked (id int PRIMARY KEY, n int)",
                "INSERT INTO provoked VALUES (1, 0), (2, 0)");
    }

    @AfterEach
    void disconnect() throws SQLException {
        one.close();
        other.run("ROLLBACK", "DROP TABLE IF EXISTS provoked");
        other.close();
    }

    private static void assertVerdict(SQLException failure, String state, Verdict before, Verdict committing) {
        assertThat(failure.getSQLState()).as(failure.getMessage()).isEqualTo(state);
        assertThat(PostgresVerdicts.of(failure, false)).isEqualTo(before);
        assertThat(PostgresVerdicts.of(failure, true)).isEqualTo(committing);
    }

    private static void assertRetried(SQLException failure, String state) {
        assertVerdict(failure, state, Verdict.NOT_APPLIED, Verdict.NOT_APPLIED);
    }

    private static void assertUnavailable(SQLException failure, String state) {
        assertVerdict(failure, state, Verdict.UNAVAILABLE, Verdict.UNAVAILABLE);
    }

    @Test
    void aDeadlock() throws Exception {
        one.run("SET deadlock_timeout = '20ms'", "BEGIN", "UPDATE provoked SET n = 1 WHERE id = 1");
        other.run("SET deadlock_timeout = '1min'", "BEGIN", "UPDATE provoked SET n = 2 WHERE id = 2");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Provoked watching = Provoked.on(server)) {
            int waiting = other.process();
            CompletableFuture<Void> survivor = CompletableFuture.runAsync(
                    () -> {
                        try {
                            other.run("UPDATE provoked SET n = 2 WHERE id = 1");
                        } catch (SQLException e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    threads);
            watching.await("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pid = " + waiting + ")");
            assertRetried(one.failure("UPDATE provoked SET n = 1 WHERE id = 2"), "40P01");
            survivor.get();
        }
    }

    @Test
    void aSerializationFailure() throws SQLException {
        one.run("BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT * FROM provoked");
        other.run("UPDATE provoked SET n = 7 WHERE id = 1");
        assertRetried(one.failure("UPDATE provoked SET n = 8 WHERE id = 1"), "40001");
    }

    @Test
    void aLockThatIsNotHad() throws SQLException {
        other.run("BEGIN", "LOCK TABLE provoked");
        assertRetried(one.failure("SET lock_timeout = '10ms'", "SELECT * FROM provoked"), "55P03");
    }

    @Test
    void aStatementThatTakesTooLong() {
        assertRetried(one.failure("SET statement_timeout = '10ms'", "SELECT pg_sleep(60)"), "57014");
    }

    @ParameterizedTest
    @CsvSource({"idle_in_transaction_session_timeout, 25P03, 140000", "transaction_timeout, 25P04, 170000"})
    void aTransactionThatTakesTooLong(String limit, String state, int since) throws SQLException {
        Assumptions.assumeTrue(
                Integer.parseInt(other.text("SHOW server_version_num")) >= since, "the server has no " + limit);
        int process = one.process();
        one.run("SET " + limit + " = '10ms'", "BEGIN");
        other.awaitEnd(process);
        assertRetried(one.failure("SELECT 1"), state);
    }

    @Test
    void aConnectionThatWasIdleForTooLong() throws SQLException {
        int process = one.process();
        one.run("SET idle_session_timeout = '10ms'");
        other.awaitEnd(process);
        assertVerdict(one.failure("SELECT 1"), "57P05", Verdict.NOT_APPLIED, Verdict.UNKNOWN);
    }

    @Test
    void aBackendThatIsEnded() throws SQLException {
        int process = one.process();
        other.run("SELECT pg_terminate_backend(" + process + ")");
        other.awaitEnd(process);
        SQLException failure = one.failure("SELECT 1");
        assertVerdict(failure, "57P01", Verdict.NOT_APPLIED, Verdict.UNKNOWN);
        assertThat(PostgresVerdicts.isDisconnect(failure)).isTrue();
        assertThat(PostgresVerdicts.of(one.failure("SELECT 1"), false))
                .as("and the next use")
                .isEqualTo(Verdict.NOT_APPLIED);
    }

    @Test
    void aTransactionThatMayNotWrite() {
        assertUnavailable(one.failure("SET default_transaction_read_only = on", "UPDATE provoked SET n = 1"), "25006");
    }

    @Test
    void aUserWhoMayNot() throws SQLException {
        String role = PostgresServer.freshName();
        other.run("CREATE ROLE " + role);
        try {
            assertUnavailable(one.failure("SET ROLE " + role, "SELECT * FROM provoked"), "42501");
        } finally {
            other.run("DROP ROLE " + role);
        }
    }

    /** The nearest to a full disk that needs no disk: a quota for temporary files. */
    @Test
    void aQuotaThatIsUsedUp() {
        assertUnavailable(
                one.failure(
                        "SET temp_file_limit = '64kB'",
                        "SET work_mem = '64kB'",
                        "SELECT * FROM generate_series(1, 200000) s (n) ORDER BY n DESC"),
                "53400");
    }

    @Test
    void aRaceForAKey() {
        assertRetried(one.failure("INSERT INTO provoked VALUES (1, 0)"), "23505");
    }

    @Test
    void aRuleThatIsBroken() {
        assertVerdict(one.failure("SELECT * FROM nowhere"), "42P01", Verdict.BROKEN, Verdict.BROKEN);
    }
}
