// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DedicatedServerTest {
    @Test
    void whatWasAcknowledgedSurvivesAKilledServer() throws SQLException {
        try (DedicatedServer own = PostgresServer.dedicated(ServerSettings.DURABLE.with("max_connections", "20"))) {
            assertThat(one(
                            own,
                            "SELECT current_setting('fsync') || current_setting('synchronous_commit')"
                                    + " || current_setting('max_connections')"))
                    .isEqualTo("onon20");
            PostgresServer before = own.server();
            try (Connection open = own.server().dataSource().getConnection();
                    Statement statement = open.createStatement()) {
                statement.execute("CREATE TABLE kept (number int)");
                statement.execute("INSERT INTO kept VALUES (7)");
                own.kill();
                assertThatThrownBy(() -> statement.execute("SELECT 1")).isInstanceOf(SQLException.class);
            }
            assertThatThrownBy(() -> one(own, "SELECT 1")).isInstanceOf(SQLException.class);

            own.start();
            assertThat(own.server()).isEqualTo(before);
            assertThat(one(own, "SELECT number FROM kept")).isEqualTo("7");

            own.stop();
            assertThatThrownBy(() -> one(own, "SELECT 1")).isInstanceOf(SQLException.class);
            own.start();
            assertThat(one(own, "SELECT number FROM kept")).isEqualTo("7");
        }
    }

    @Test
    @Tag("slow") // the library waits for as long as a start may take
    void aServerThatDoesNotStartSaysWhy() {
        assertThatThrownBy(() -> PostgresServer.dedicated(ServerSettings.FAST.with("no_such_parameter", "1")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("unrecognized configuration parameter \"no_such_parameter\"");
    }

    /** The other JVM is killed, so that none of its hooks runs. */
    @Test
    void nothingIsLeftOfAJvmThatWasKilled() throws Exception {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Starter.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = other.inputReader(StandardCharsets.UTF_8)) {
            ProcessHandle postmaster =
                    ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();
            Path folder = Path.of(lines.readLine());
            assertThat(folder).isDirectory();
            List<ProcessHandle> caretakers = other.children().toList();
            assertThat(caretakers).isNotEmpty();

            other.destroyForcibly().waitFor();
            postmaster.onExit().get(1, TimeUnit.MINUTES);
            for (ProcessHandle caretaker : caretakers) {
                caretaker.onExit().get(1, TimeUnit.MINUTES);
            }
            assertThat(folder).doesNotExist();
        }
    }

    /** Starts a server, says where it is, and waits to be killed. */
    static final class Starter {
        private Starter() {}

        public static void main(String[] arguments) throws IOException {
            DedicatedServer server = PostgresServer.dedicated(ServerSettings.FAST);
            System.out.println(server.postmaster());
            System.out.println(Files.readSymbolicLink(Path.of("/proc", "" + server.postmaster(), "cwd"))
                    .getParent());
            System.in.read();
        }
    }

    private static String one(DedicatedServer own, String query) throws SQLException {
        try (Connection connection = own.server().dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}
