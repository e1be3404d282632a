// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.testkit.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;

@Timeout(60) // a proxy that forwards too little lets its clients wait for ever
class FaultProxyTest {
    private final PostgresServer server = PostgresServer.shared();
    private final PGSimpleDataSource direct = server.freshSchema();
    private final FaultProxy proxy = FaultProxy.to(server.host(), server.port());
    private final PGSimpleDataSource proxied =
            server.behind(proxy.host(), proxy.port()).dataSource(direct.getCurrentSchema());

    @BeforeEach
    void createTable() throws SQLException {
        run(direct, "CREATE TABLE numbers (number int PRIMARY KEY)");
    }

    @AfterEach
    void closeProxy() {
        proxy.close();
        server.dropSchema(direct.getCurrentSchema());
    }

    @Test
    void doesNoHarmUntilItIsTold() throws SQLException {
        try (Connection connection = proxied.getConnection()) {
            assertThat(proxy.connections()).isEqualTo(1);
            insert(connection, 1);
            assertThat(text(connection, 100_000)).hasSize(100_000);
        }
        assertThat(numbers()).isEqualTo(1);
        assertThat(proxy.cuts()).isZero();
    }

    @Test
    void cancelsGoThroughIt() throws Exception {
        try (Connection connection = proxied.getConnection();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertThatThrownBy(() -> statement.execute("SELECT pg_sleep(50)")).hasMessageContaining("canceling");
        }
    }

    @Test
    void delaysBothDirections() throws SQLException {
        try (Connection connection = proxied.getConnection()) {
            proxy.delay(Duration.ofMillis(40));
            long start = System.nanoTime();
            insert(connection, 1);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(80));
        }
    }

    @Test
    void slicesDoNotChangeWhatIsSaid() throws SQLException {
        proxy.slice(1);
        try (Connection connection = proxied.getConnection()) {
            insert(connection, 1);
            assertThat(text(connection, 5_000)).isEqualTo("x".repeat(5_000));
        }
        assertThat(numbers()).isEqualTo(1);
    }

    @Test
    void aBlackHoleTakesConnectionsAndForwardsNothing() throws Exception {
        try (Connection connection = proxied.getConnection()) {
            proxy.blackHole();
            CompletableFuture<Void> inserted = inserted(connection, 1);
            proxied.setLoginTimeout(1);
            assertThatThrownBy(proxied::getConnection).isInstanceOf(SQLException.class);
            assertThat(inserted).isNotDone();
            assertThat(numbers()).isZero();

            proxy.heal();
            inserted.get();
            assertThat(numbers()).isEqualTo(1);
        }
    }

    @Test
    void anAnswerThatIsHeldBackLeavesTheWorkDone() throws Exception {
        try (Connection connection = proxied.getConnection()) {
            proxy.stop(FaultProxy.Direction.TO_CLIENT);
            CompletableFuture<Void> inserted = inserted(connection, 1);
            while (numbers() == 0) {
                Thread.onSpinWait();
            }
            assertThat(inserted).isNotDone();
            proxy.heal();
            inserted.get();
        }
    }

    @Test
    void requestsThatAreHeldBackDoNothing() throws Exception {
        try (Connection connection = proxied.getConnection()) {
            proxy.stop(FaultProxy.Direction.TO_SERVER);
            connection.setNetworkTimeout(Runnable::run, 300);
            assertThatThrownBy(() -> insert(connection, 1)).isInstanceOf(SQLException.class);
            assertThat(numbers()).isZero();
        }
    }

    @Test
    void resetsWhatIsOpenAndRefusesWhatComes() throws SQLException {
        try (Connection one = proxied.getConnection()) {
            proxy.reset();
            assertThatThrownBy(() -> insert(one, 1)).isInstanceOf(SQLException.class);
        }
        try (Connection two = proxied.getConnection()) {
            insert(two, 2);
            proxy.refuse();
            assertThatThrownBy(() -> insert(two, 3)).isInstanceOf(SQLException.class);
            assertThatThrownBy(proxied::getConnection).isInstanceOf(SQLException.class);
        }
        proxy.heal();
        try (Connection three = proxied.getConnection()) {
            insert(three, 3);
        }
        assertThat(numbers()).isEqualTo(2);
        while (proxy.connections() > 0) { // the last one ends a moment after its client has left
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @EnumSource
    void cutsOnAnySideOfACommit(Cut.Side side) throws SQLException {
        for (PreferQueryMode mode : PreferQueryMode.values()) {
            int before = numbers();
            proxied.setPreferQueryMode(mode);
            try (Connection connection = proxied.getConnection()) {
                connection.setAutoCommit(false);
                proxy.cut(new Cut(Cut.Point.COMMIT, 2, side));
                insert(connection, before + 100);
                connection.commit();
                insert(connection, before + 101);
                int cuts = proxy.cuts();
                if (side == Cut.Side.AFTER) {
                    connection.commit();
                    assertThatThrownBy(() -> insert(connection, before + 102)).isInstanceOf(SQLException.class);
                } else {
                    assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
                }
                assertThat(proxy.cuts()).isEqualTo(cuts + 1);
            }
            assertThat(numbers() - before).as("%s", mode).isEqualTo(side == Cut.Side.BEFORE ? 1 : 2);
        }
    }

    @ParameterizedTest
    @CsvSource({"BEFORE, 0", "ANSWER_LOST, 1", "AFTER, 1"})
    void cutsAStatementThatIsItsOwnTransaction(Cut.Side side, int kept) throws SQLException {
        for (PreferQueryMode mode : PreferQueryMode.values()) {
            run(direct, "TRUNCATE numbers");
            proxied.setPreferQueryMode(mode);
            try (Connection connection = proxied.getConnection()) {
                proxy.cut(new Cut(Cut.Point.COMMIT, 1, side));
                if (side == Cut.Side.AFTER) {
                    insert(connection, 1);
                } else {
                    assertThatThrownBy(() -> insert(connection, 1)).isInstanceOf(SQLException.class);
                }
            }
            assertThat(numbers()).as("%s", mode).isEqualTo(kept);
        }
    }

    /** The driver sends the second and later COMMITs by the name of a statement that was prepared once. */
    @Test
    void knowsACommitByTheNameOfItsStatement() throws SQLException {
        proxied.setPrepareThreshold(1);
        try (Connection connection = proxied.getConnection()) {
            connection.setAutoCommit(false);
            for (int number = 1; number <= 9; number++) {
                insert(connection, number);
                connection.commit();
            }
            proxy.cut(Cut.beforeCommit());
            insert(connection, 10);
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }
        assertThat(numbers()).isEqualTo(9);
        try (Connection connection = proxied.getConnection()) {
            connection.setAutoCommit(false);
            proxy.cut(Cut.afterCommit());
            insert(connection, 10);
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }
        assertThat(numbers()).isEqualTo(10);
    }

    @Test
    void aRollbackIsNoCommitButARequest() throws SQLException {
        try (Connection connection = proxied.getConnection()) {
            connection.setAutoCommit(false);
            proxy.cut(Cut.beforeCommit());
            insert(connection, 1);
            connection.rollback();
            insert(connection, 2);
            java.sql.Savepoint here = connection.setSavepoint();
            insert(connection, 3);
            connection.rollback(here);
            insert(connection, 4);
            assertThat(proxy.cuts()).isZero();
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            assertThat(proxy.cuts()).isEqualTo(1);
        }
        try (Connection connection = proxied.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, 5);
            proxy.cut(new Cut(Cut.Point.REQUEST, 1, Cut.Side.ANSWER_LOST));
            assertThatThrownBy(connection::rollback).isInstanceOf(SQLException.class);
        }
        assertThat(numbers()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void cutsAtTheRequestOfThisNumber(int number) throws SQLException {
        try (Connection connection = proxied.getConnection()) {
            proxy.cut(new Cut(Cut.Point.REQUEST, number, Cut.Side.ANSWER_LOST));
            for (int done = 1; done < number; done++) {
                insert(connection, done);
            }
            assertThatThrownBy(() -> insert(connection, number)).isInstanceOf(SQLException.class);
        }
        assertThat(numbers()).isEqualTo(number);
    }

    private int numbers() throws SQLException {
        try (Connection connection = direct.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM numbers")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static String text(Connection connection, int length) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT repeat('x', " + length + ")")) {
            row.next();
            return row.getString(1);
        }
    }

    private static CompletableFuture<Void> inserted(Connection connection, int number) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        insert(connection, number);
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> Thread.ofVirtual().start(task));
    }

    private static void insert(Connection connection, int number) throws SQLException {
        try (var statement = connection.prepareStatement("INSERT INTO numbers VALUES (?)")) {
            statement.setInt(1, number);
            statement.execute();
        }
    }

    private static void run(PGSimpleDataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
