// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.postgres.DedicatedServer;
import dev.holdfast.testkit.postgres.PostgresServer;
import dev.holdfast.testkit.postgres.ServerSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with a database, or with the way to it, is said in one line, and the password in none. */
class PostgresBadInputTest {
    private static final DedicatedServer DEDICATED = PostgresServer.dedicated(ServerSettings.FAST);
    private static final PostgresServer SERVER = DEDICATED.server();
    private static final String PLACE = SERVER.host() + ":" + SERVER.port() + "/";

    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void setUp() {
        cli = new Cli(folder);
    }

    @BeforeAll
    static void usersWithPasswords(@TempDir Path folderOfAll) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url("postgres", "postgres", ""));
                Statement statement = connection.createStatement()) {
            statement.execute("""
                DO $do$ BEGIN
                    CREATE ROLE secretive LOGIN SUPERUSER PASSWORD 'right';
                    EXECUTE format('COPY (SELECT * FROM unnest(ARRAY[''host all secretive all scram-sha-256'','
                        || '''host all all all trust'', ''local all all trust''])) TO %L', current_setting('hba_file'));
                    PERFORM pg_reload_conf();
                END $do$\
                """);
        }
        Cli cli = new Cli(folderOfAll);
        assertThat(cli.run("", "migrate", "--ledger", url("postgres", "postgres", ""))
                        .exit())
                .isZero();
        assertThat(cli.run("one\n", "run", "--dev", "--ledger", url("postgres", "postgres", ""), "--", "true")
                        .exit())
                .isZero();
    }

    @AfterAll
    static void stop() {
        DEDICATED.close();
    }

    private static String url(String database, String user, String more) {
        return "jdbc:postgresql://" + PLACE + database + "?user=" + user + more;
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url("postgres", "postgres", ""));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void assertOneLine(String url, int exit, String text, String... command) {
        // Before the rest: what stands behind -- is no option.
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(command[0].equals("run") ? 1 : words.size(), List.of("--ledger", url));
        Cli.Result run = cli.run("", words.toArray(String[]::new));
        assertThat(run.err().lines().toList()).as(run.err()).hasSize(1);
        assertThat(run.err()).startsWith("holdfast: ").contains(text).doesNotContain("s3cret");
        assertThat(run.exit()).isEqualTo(exit);
        assertThat(run.out()).isEmpty();
    }

    private void assertEveryCommandSays(String url, int exit, String text) {
        assertOneLine(url, exit, text, "pool", "list");
        assertOneLine(url, exit, text, "doctor");
    }

    @Test
    void aServerThatForgetsIsRefused() {
        String url = url("postgres", "postgres", "");
        assertOneLine(url, 255, "fsync is off: a crash may take back what was answered", "run", "--", "true");
        assertOneLine(url, 255, "--dev runs all the same", "run", "--", "true");
    }

    @Test
    void wrongPassword() {
        String wrong = url("postgres", "secretive", "&password=s3cret");
        assertEveryCommandSays(wrong, 5, "check user and password");
        assertOneLine(wrong, 5, "check user and password", "migrate");
    }

    @Test
    void thePasswordOfTheEnvironment() throws Exception {
        Map<String, String> environment = Map.of("PGUSER", "secretive", "PGPASSWORD", "right");
        String[] command = {"pool", "list", "--ledger", "jdbc:postgresql://" + PLACE + "postgres"};
        Cli.Result with = cli.start(environment, new byte[0], command).await();
        assertThat(with.exit()).as(with.err()).isZero();

        Cli.Result without =
                cli.start(Map.of("PGUSER", "secretive"), new byte[0], command).await();
        assertThat(without.exit()).isEqualTo(5);
        assertThat(without.err().lines().toList()).as(without.err()).hasSize(1);
    }

    @Test
    void nobodyAnswers() {
        String nobody = "jdbc:postgresql://localhost:1/postgres?password=s3cret";
        assertEveryCommandSays(nobody, 5, "cannot be reached");
        assertOneLine(nobody, 255, "cannot be reached", "run", "-a", "/dev/null", "--", "true");
    }

    @Test
    void noSuchDatabase() {
        assertEveryCommandSays(
                url("nowhere", "postgres", "&password=s3cret"), 5, "names a database that does not exist");
    }

    @Test
    void noSuchSchema() {
        String url = url("postgres", "postgres", "");
        assertOneLine(url, 6, "run 'holdfast migrate'", "pool", "list", "--schema", "nothing");
        assertOneLine(url, 6, "run 'holdfast migrate'", "doctor", "--schema", "nothing");
        assertOneLine(url, 2, "a schema's name has", "pool", "list", "--schema", "Not One");
    }

    @Test
    void olderAndNewerSchemas() throws SQLException {
        String url = url("postgres", "postgres", "");
        assertThat(cli.run("", "migrate", "--ledger", url, "--schema", "other").exit())
                .isZero();

        execute("INSERT INTO other.schema_version VALUES (99, 0, 'V99__new.sql')");
        assertOneLine(url, 6, "was made by a newer Holdfast", "pool", "list", "--schema", "other");
        assertOneLine(url, 6, "was made by a newer Holdfast", "migrate", "--schema", "other");

        execute("DELETE FROM other.schema_version WHERE major > 1 OR minor > 0");
        assertOneLine(url, 6, "run 'holdfast migrate'", "pool", "list", "--schema", "other");
        assertOneLine(url, 6, "run 'holdfast migrate'", "doctor", "--schema", "other");
    }

    @Test
    void aUserWhoMayOnlyRead() throws SQLException {
        execute("""
            CREATE ROLE reader LOGIN;
            GRANT USAGE ON SCHEMA holdfast TO reader;
            GRANT SELECT ON ALL TABLES IN SCHEMA holdfast TO reader;
            CREATE ROLE stranger LOGIN\
            """);
        assertOneLine(url("postgres", "reader", ""), 5, "may not be used by this user", "pool", "list");
        assertOneLine(url("postgres", "reader", ""), 5, "may not be used by this user", "doctor", "--repair");
        assertOneLine(url("postgres", "reader", ""), 5, "may not be used by this user", "retain", "--keep", "9d");
        assertOneLine(url("postgres", "stranger", ""), 5, "may not be used by this user", "doctor");
        assertOneLine(
                url("postgres", "stranger", ""), 5, "may not be used by this user", "migrate", "--schema", "mine");

        Cli.Result doctor = cli.run("", "doctor", "--ledger", url("postgres", "reader", ""));
        assertThat(doctor.exit()).as(doctor.err()).isZero();
        assertThat(doctor.out()).contains("server: fsync is off").contains("is sound");
    }

    @Test
    void aSessionThatCanOnlyRead() {
        String url = url("postgres", "postgres", "&options=-c%20default_transaction_read_only=on");
        assertOneLine(url, 5, "can only be read", "pool", "list");
        assertThat(cli.run("", "doctor", "--ledger", url).exit()).isZero();
    }

    @Test
    void otherUrls() {
        assertOneLine("jdbc:mysql://localhost/x?password=s3cret", 2, "in a file or in PostgreSQL", "pool", "list");
        assertOneLine("jdbc:postgresql://host:port/x?password=s3cret", 2, "is no URL", "pool", "list");
        assertOneLine("some.db", 2, "--schema is for a ledger in PostgreSQL", "pool", "list", "--schema", "x");
    }
}
