// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong is said in one line, with what to do, and never as a stack trace. */
class BadInputTest {
    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void setUp() {
        cli = new Cli(folder);
    }

    private void assertOneLine(Cli.Result run, int exit, String text) {
        assertThat(run.err().lines().toList()).as(run.err()).hasSize(1);
        assertThat(run.err()).startsWith("holdfast: ").contains(text);
        assertThat(run.exit()).isEqualTo(exit);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void unknownOptions() {
        assertOneLine(cli.run("", "run", "--jobz", "3", "--", "true"), 255, "--jobz");
        assertOneLine(cli.run("", "work", "list", "--pol", "x"), 2, "--pol");
        assertOneLine(cli.run("", "wrok"), 2, "wrok");
    }

    @Test
    void noCommand() {
        assertOneLine(cli.run("", "run"), 255, "no command given");
    }

    @Test
    void valuesThatMakeNoSense() {
        assertOneLine(cli.run("", "run", "-j", "0", "--", "true"), 255, "-j is 1 to 1000");
        assertOneLine(cli.run("", "run", "--timeout", "soon", "--", "true"), 255, "'soon' is no duration");
        assertOneLine(cli.run("", "run", "--name", "a/b", "--", "true"), 255, "--name");
    }

    @Test
    void missingInput() throws IOException {
        assertOneLine(cli.run("", "run", "-a", "nowhere", "--", "true"), 255, "there is no file nowhere");
        Files.createDirectory(folder.resolve("dir"));
        assertOneLine(cli.run("", "run", "-a", "dir", "--", "true"), 255, "dir is a directory");
    }

    @Test
    void aLedgerThatIsNone() throws IOException, SQLException {
        Files.writeString(
                folder.resolve("text.db"),
                "this is a text, and long enough to look like a file of some sort\n".repeat(50));
        assertOneLine(cli.run("a\n", "run", "--ledger", "text.db", "--", "true"), 255, "is not a Holdfast ledger");

        try (Connection foreign = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("foreign.db"));
                Statement statement = foreign.createStatement()) {
            statement.execute("CREATE TABLE customers(id INTEGER PRIMARY KEY)");
        }
        assertOneLine(cli.run("a\n", "run", "--ledger", "foreign.db", "--", "true"), 255, "is not a Holdfast ledger");
        assertOneLine(cli.run("", "work", "list", "--ledger", "foreign.db"), 6, "is not a Holdfast ledger");
    }

    @Test
    void aLedgerThatIsNotThere() {
        assertOneLine(cli.run("", "work", "list"), 5, "holdfast.db");
        assertThat(folder.resolve("holdfast.db")).doesNotExist();
    }

    @Test
    void resultsThatCannotBeWritten() throws IOException {
        Files.writeString(folder.resolve("file"), "in the way");
        Cli.Result run = cli.run("a\n", "run", "--results", "file", "--", "true");
        assertThat(run.exit()).isEqualTo(255);
        assertThat(run.err()).contains("file").doesNotContain("Exception");
    }

    @Test
    void workAndPoolsThatDoNotExist() {
        cli.run("a\n", "run", "--", "true");
        assertOneLine(cli.run("", "work", "show", "nothing"), 3, "there is no work 'nothing'");
        assertOneLine(cli.run("", "pool", "show", "nothing"), 3, "there is no pool 'nothing'");
        assertOneLine(cli.run("", "work", "resolve", "x", "1.1", "--evidence", "y"), 2, "--not-applied");
    }
}
