// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Histories of the simulator for who looks into one. */
class SimulateCommandTest {
    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void setUp() {
        cli = new Cli(folder);
    }

    @Test
    void aSeedTellsTheSameHistoryAgain() {
        Cli.Result once = cli.run("", "simulate", "--seed", "7");
        Cli.Result again = cli.run("", "simulate", "--seed", "7");

        assertThat(once.exit()).as(once.err()).isZero();
        assertThat(once.out())
                .contains("faults are over", "-> Granted", "every promise held in 1 history")
                .isEqualTo(again.out());
    }

    @Test
    void aWrongRuleSetIsFoundByThePromiseThatItBreaks() {
        Cli.Result run = cli.run("", "simulate", "--seed", "1", "--histories", "50", "--canary", "same-fence-twice");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.FINDINGS);
        assertThat(run.out()).startsWith("I2 broken: ").contains("holdfast simulate --seed ", "--canary");
    }

    @Test
    void mistakesAreSaidInALine() {
        assertThat(cli.run("", "simulate", "--seed", "1", "--canary", "parrot").err())
                .contains("no canary is called parrot")
                .contains("SAME_FENCE_TWICE");
        assertThat(cli.run("", "simulate", "--seed", "1", "--histories", "0").exit())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void withoutTheTestkitItSaysWhereThatIs() {
        assertThatThrownBy(() -> new TestkitTool("holdfast-nothing").run(Main.commandLine(), List.of()))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("needs the testkit on the class path");
    }
}
