// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast schedule} over a ledger with the pool p. */
class ScheduleCommandTest {
    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void aPool() {
        cli = new Cli(folder);
        try (Ledger ledger = SqliteLedger.open(folder.resolve("holdfast.db"))) {
            ledger.submit(new DefinePool(new PoolId("p"), PoolPolicy.DEFAULT));
        }
    }

    private Cli.Result exits(int code, String... arguments) {
        Cli.Result result = cli.run("", arguments);
        assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(code);
        return result;
    }

    private Cli.Result set(int code, String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("schedule", "set", "nightly", "--pool", "p", "--kind", "report"));
        arguments.addAll(List.of(more));
        return exits(code, arguments.toArray(String[]::new));
    }

    @Test
    void showsWhatDiffersAndTheNextTicksBeforeItWrites() {
        String[] nightly = {"--cron", "30 2 * * *", "--zone", "Europe/Berlin", "--payload", "{}"};
        String dry = set(
                        ExitCode.DONE,
                        nightly[0],
                        nightly[1],
                        nightly[2],
                        nightly[3],
                        nightly[4],
                        nightly[5],
                        "--dry-run")
                .out();
        assertThat(dry)
                .startsWith("schedule 'nightly' is new in ./holdfast.db:\n")
                .contains("  kind: none -> report\n", "  cron: none -> 30 2 * * *\n", "  overlap: none -> skip\n")
                .endsWith("nothing was written\n");
        assertThat(dry.lines()
                        .filter(line -> line.matches("  \\d{4}-\\d\\d-\\d\\dT02:30\\+0[12]:00|  .*T03:30\\+02:00")))
                .hasSize(5);
        exits(ExitCode.NOT_FOUND, "schedule", "show", "nightly");

        assertThat(set(ExitCode.USAGE, nightly[0], nightly[1]).err()).contains("--yes");
        assertThat(set(ExitCode.DONE, nightly[0], nightly[1], nightly[2], nightly[3], "--yes")
                        .out())
                .endsWith("defined, revision 1\n");
        assertThat(set(ExitCode.DONE, nightly[0], nightly[1], nightly[2], nightly[3], "--yes")
                        .out())
                .contains("nothing differs")
                .endsWith("unchanged, revision 1\n");
        assertThat(set(ExitCode.REFUSED, "--every", "5m", "--revision", "3", "--yes")
                        .err())
                .contains("has revision 1 now, not revision 3");
        assertThat(set(ExitCode.DONE, "--every", "5m", "--overlap", "one", "--revision", "1", "--yes")
                        .out())
                .contains("  every: none -> 5m\n", "  overlap: skip -> one\n", "  zone: Europe/Berlin -> none\n")
                .endsWith("revised, revision 2\n");
    }

    @Test
    void listsShowsPausesResumesAndDeletes() {
        set(ExitCode.DONE, "--every", "5m", "--label", "owner=ann", "--yes", "--actor", "ann", "--reason", "monthly");

        assertThat(exits(ExitCode.DONE, "schedule", "list").out().lines())
                .hasSize(2)
                .last()
                .asString()
                .containsSubsequence("nightly", "p", "report", "every 5m", "0", "0", "false");
        assertThat(exits(ExitCode.DONE, "schedule", "show", "nightly", "--json").out())
                .contains("\"overlap\":\"skip\"", "\"labels\":\"owner=ann\"", "\"revision\":1", "\"ticks\":[");
        assertThat(exits(ExitCode.DONE, "schedule", "pause", "nightly", "--reason", "quiet")
                        .out())
                .contains("left out until");
        assertThat(exits(ExitCode.DONE, "schedule", "pause", "nightly", "--reason", "quiet")
                        .out())
                .contains("it was paused already");
        assertThat(exits(ExitCode.DONE, "schedule", "resume", "nightly", "--reason", "loud")
                        .out())
                .contains("resumed");
        exits(ExitCode.DONE, "schedule", "delete", "nightly", "--reason", "over");
        exits(ExitCode.NOT_FOUND, "schedule", "delete", "nightly", "--reason", "over");
        assertThat(exits(ExitCode.DONE, "audit", "--schedule", "nightly").out().lines())
                .hasSize(5)
                .element(1)
                .asString()
                .containsSubsequence("delete", "schedule nightly", "deleted", "over");
    }

    @Test
    void refusesWhatCannotBe() {
        assertThat(set(ExitCode.USAGE, "--cron", "61 * * * *", "--yes").err()).contains("61 * * * *");
        assertThat(set(ExitCode.USAGE, "--every", "5m", "--anchor", "noon", "--yes")
                        .err())
                .contains("'noon' is no moment");
        assertThat(set(ExitCode.USAGE, "--cron", "0 1 * * *", "--zone", "Mars/Base", "--yes")
                        .err())
                .contains("there is no zone 'Mars/Base'");
        assertThat(set(ExitCode.REFUSED, "--every", "5m", "--domain", "d", "--yes")
                        .out())
                .contains("would not take its work");
        assertThat(exits(
                                ExitCode.NOT_FOUND,
                                "schedule",
                                "set",
                                "s",
                                "--pool",
                                "q",
                                "--kind",
                                "k",
                                "--every",
                                "5m",
                                "--yes")
                        .err())
                .contains("there is no pool 'q'");
        exits(ExitCode.NOT_FOUND, "schedule", "pause", "s", "--reason", "x");
    }
}
