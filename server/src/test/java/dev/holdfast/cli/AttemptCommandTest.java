// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import dev.holdfast.jdbc.sqlite.SqliteOptions;
import dev.holdfast.testkit.AttemptScript;
import dev.holdfast.testkit.ManualClock;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttemptCommandTest {
    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void anAttemptThatAnsweredAndItsSuccessor() {
        cli = new Cli(folder);
        SqliteOptions options = SqliteOptions.DEFAULT.withClock(new ManualClock());
        try (Ledger ledger = SqliteLedger.open(folder.resolve("holdfast.db"), options)) {
            AttemptScript script = new AttemptScript(ledger);
            script.play(AttemptScript.WORKING);
            script.play(List.of(
                    "cancel a because=\"no longer wanted\"",
                    "commit a 42 generation=1 doing=run",
                    "terminated a saw=gone",
                    "handoff a",
                    "create b after=a"));
        }
    }

    private Cli.Result exits(int code, String... arguments) {
        Cli.Result result = cli.run("", arguments);
        assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(code);
        return result;
    }

    @Test
    void listsTheAttemptsOfAnOwner() {
        assertThat(exits(ExitCode.DONE, "attempt", "list", "--owner", "o").out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("attempt  owner  number  state"),
                        line -> assertThat(line)
                                .matches(
                                        "a +o +1 +settled: outcome +closed +1 +workflow-run run +terminal-convergence"),
                        line -> assertThat(line).matches("b +o +2 +pending +open +0 +2026-.*"));
        assertThat(exits(ExitCode.DONE, "attempt", "list", "--owner", "x", "--json")
                        .out()
                        .strip())
                .isEqualTo("[]");
        exits(ExitCode.USAGE, "attempt", "list");
        exits(ExitCode.USAGE, "attempt", "list", "--open", "--due");
    }

    @Test
    void listsWhatHasToBeDone() {
        assertThat(exits(ExitCode.DONE, "attempt", "list", "--open", "--json").out())
                .contains("\"attempt\":\"a\"")
                .doesNotContain("\"attempt\":\"b\"");
        assertThat(exits(ExitCode.DONE, "attempt", "list", "--due").out())
                .as("no runtime came for b within the hour, as the clock of this machine says")
                .contains("b ")
                .doesNotContain("a ");
    }

    @Test
    void showsHowItStandsAndHowItCameToThat() {
        String shown = exits(ExitCode.DONE, "attempt", "show", "a").out();
        assertThat(shown)
                .containsPattern("state +settled: outcome\n")
                .containsPattern("active +false\n")
                .containsPattern("closed +false\n")
                .containsPattern("cancelReason +no longer wanted\n")
                .containsPattern("outcome +42\n")
                .containsPattern("settledBy +evidence \\d\n")
                .containsPattern("operations +operation=run kind=workflow-run key=work generation=1 .*state=active\n")
                .doesNotContain("predecessor");
        String[] parts = shown.split("\n\n");
        assertThat(parts[1].lines().map(line -> line.replaceAll(" +", " ")))
                .first()
                .isEqualTo("number at what generation source summary code");
        assertThat(parts[1]).containsPattern("outcome +1 +ledger").containsPattern("terminated +1 +\\S+ +gone");
        assertThat(exits(ExitCode.DONE, "attempt", "show", "b", "--json").out())
                .contains("\"predecessor\":\"a\"", "\"evidence\":[]");
        assertThat(exits(ExitCode.NOT_FOUND, "attempt", "show", "c").err()).contains("there is no attempt 'c'");
    }
}
