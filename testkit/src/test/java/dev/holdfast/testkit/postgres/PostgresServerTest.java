// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class PostgresServerTest {
    private final PostgresServer server = PostgresServer.shared();

    @Test
    void schemasOfTwoTestsDoNotMeet() throws SQLException {
        PGSimpleDataSource one = server.freshSchema();
        PGSimpleDataSource two = server.freshSchema();
        execute(one, "CREATE TABLE here (number int)");
        execute(two, "CREATE TABLE here (word text)");
        server.dropSchema(one.getCurrentSchema());
        assertThatThrownBy(() -> execute(one, "SELECT * FROM here")).hasMessageContaining("does not exist");
        execute(two, "INSERT INTO here VALUES ('still')");
        server.dropSchema(two.getCurrentSchema());
    }

    @Test
    void isStartedOnce() {
        assertThat(PostgresServer.shared()).isSameAs(server);
    }

    @Test
    void endsTheConnectionsOfOneApplication() throws SQLException {
        PGSimpleDataSource named = server.dataSource();
        named.setApplicationName("victim");
        try (Connection victim = named.getConnection();
                Connection other = server.dataSource().getConnection()) {
            assertThat(server.terminateBackends("victim")).isEqualTo(1);
            assertThatThrownBy(() -> victim.createStatement().execute("SELECT 1"))
                    .isInstanceOf(SQLException.class);
            assertThat(other.createStatement().execute("SELECT 1")).isTrue();
        }
    }

    @Test
    void readsTheAddressOfAServerThatIsThereAlready() {
        PostgresServer there = PostgresServer.at("jdbc:postgresql://example.org:6000/books?user=ann&password=secret");
        assertThat(there).isEqualTo(new PostgresServer("example.org", 6000, "books", "ann", "secret"));
        assertThat(there).hasToString("ann@example.org:6000/books");
        assertThat(PostgresServer.at("jdbc:postgresql://example.org/books?user=ann")
                        .port())
                .isEqualTo(5432);
    }

    private static void execute(PGSimpleDataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                try (ResultSet rows = statement.getResultSet()) {
                    rows.next();
                }
            }
        }
    }
}
