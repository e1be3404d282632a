// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job over PostgreSQL, from the first command to the last. */
class PostgresRunTest {
    private static final PostgresServer SERVER = PostgresServer.shared();
    private static final int LINES = 200;

    @TempDir
    Path folder;

    private final String schema = PostgresServer.freshName();
    private Cli cli;
    private ResultFiles results;

    @BeforeEach
    void setUp() {
        cli = new Cli(folder);
        results = new ResultFiles(folder.resolve("out"));
    }

    @AfterEach
    void dropSchema() {
        SERVER.dropSchema(schema);
    }

    static String url(PostgresServer server) {
        return "jdbc:postgresql://" + server.host() + ":" + server.port() + "/" + server.database() + "?user="
                + server.user() + "&password=" + server.password();
    }

    private static String[] words(List<String> first, String... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toArray(String[]::new);
    }

    private Cli.Result over(String... arguments) {
        return cli.run("", words(List.of(arguments), "--ledger", url(SERVER), "--schema", schema));
    }

    private void migrate() {
        Cli.Result migrated = over("migrate");
        assertThat(migrated.exit()).as(migrated.err()).isZero();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(SERVER));
                Statement statement = connection.createStatement()) {
            statement.execute("SET search_path = " + schema);
            statement.execute(sql);
        }
    }

    private String[] run(String... more) {
        return words(
                List.of(
                        "run",
                        "--dev",
                        "--ledger",
                        url(SERVER),
                        "--schema",
                        schema,
                        "-a",
                        "lines",
                        "--results",
                        "out",
                        "-j",
                        "4"),
                more);
    }

    @Test
    void whatIsKilledGoesOnUntilEachLineHasOneResult() throws Exception {
        Files.write(
                folder.resolve("lines"),
                IntStream.range(0, LINES).mapToObj(i -> "line" + i).toList());
        String[] run = run("--", "sh", "-c", "echo out $0; sleep 0.01", "{}");

        Cli.Result early = cli.run("", run);
        assertThat(early.exit()).isEqualTo(255);
        assertThat(early.err().lines().toList()).hasSize(1);
        assertThat(early.err()).contains("holds no ledger; run 'holdfast migrate'");

        assertThat(over("migrate").out()).contains("V1__ledger.sql");
        assertThat(over("migrate").out()).contains("is up to date");
        for (int killed = 0; killed < 2; killed++) {
            int before = killed;
            Cli.Running running = cli.start(new byte[0], run);
            Cli.until("results", () -> !running.process().isAlive() || results.statuses() > 20 * (before + 1));
            running.kill();
        }
        Cli.Result last = cli.run("", run);

        assertThat(last.exit()).as(last.err()).isZero();
        assertThat(last.err()).doesNotContain("password");
        assertThat(results.outputs()).isEqualTo(expected());
        Cli.Result doctor = over("doctor");
        assertThat(doctor.exit()).as(doctor.out() + doctor.err()).isZero();
        assertThat(doctor.out()).contains("is sound").doesNotContain("password");
        assertThat(over("pool", "list", "--json").out()).contains("\"ended\":" + LINES);
        assertThat(spools()).isEmpty();
        assertThat(cli.run("", run).err()).contains(LINES + " done before, 0 new");
    }

    private static Map<String, List<String>> expected() {
        Map<String, List<String>> expected = new TreeMap<>();
        IntStream.range(0, LINES).forEach(i -> expected.put("line" + i, List.of("out line" + i + "\n")));
        return expected;
    }

    private List<Path> spools() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".spool")).toList();
        }
    }

    @Test
    void theEnvironmentNamesTheLedgerToo() throws Exception {
        migrate();
        Files.writeString(folder.resolve("lines"), "one\n");

        Cli.Result run = cli.start(
                        Map.of("HOLDFAST_LEDGER", url(SERVER)),
                        new byte[0],
                        "run",
                        "--dev",
                        "--schema",
                        schema,
                        "-a",
                        "lines",
                        "--",
                        "echo",
                        "{}")
                .await();

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo("one\n");
        assertThat(over("work", "list", "--state", "succeeded", "--json").out()).contains("\"payload\":\"one\"");
    }

    @Test
    void doctorFindsDamageAndRebuildsWhatIsDerived() throws Exception {
        migrate();
        Files.writeString(folder.resolve("lines"), "one\ntwo\n");
        assertThat(cli.run("", run("--", "true")).exit()).isZero();
        execute("UPDATE pool_log SET counts[4] = counts[4] + 5");

        Cli.Result found = over("doctor");
        assertThat(found.exit()).isEqualTo(ExitCode.FINDINGS);
        assertThat(found.out()).contains("counter: succeeded work of pool run/").doesNotContain("is sound");

        Cli.Result repaired = over("doctor", "--repair");
        assertThat(repaired.exit()).as(repaired.out()).isZero();
        assertThat(repaired.out()).contains("repaired: pool run/").contains("is sound");
        assertThat(over("doctor").out()).doesNotContain("repaired").contains("is sound");
    }

    @Test
    void retainKeepsWhatIsYoung() throws Exception {
        migrate();
        Files.writeString(folder.resolve("lines"), "one\n");
        assertThat(cli.run("", run("--", "true")).exit()).isZero();

        Cli.Result retained = over("retain", "--keep", "1d");

        assertThat(retained.exit()).as(retained.err()).isZero();
        assertThat(retained.out())
                .isEqualTo("0 units forgotten that ended more than 30 days ago; 0 partitions dropped, 36 made\n");
        assertThat(over("doctor").exit()).isZero();
    }

    @Test
    void backupSaysWhatToRun() {
        Cli.Result backup = over("backup");

        assertThat(backup.exit()).isZero();
        assertThat(backup.out()).contains("--schema=" + schema + " --file=ledger.dump");
    }

    @Test
    void commandsForDatabasesSaySoOfAFile() {
        List<List<String>> commands = new ArrayList<>();
        commands.add(List.of("migrate"));
        commands.add(List.of("retain", "--keep", "30d"));
        commands.add(List.of("doctor", "--repair"));
        for (List<String> command : commands) {
            Cli.Result result = cli.run("", words(command, "--ledger", "some.db"));
            assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
            assertThat(result.err().lines().toList()).hasSize(1);
            assertThat(result.err()).startsWith("holdfast: ");
        }
    }
}
