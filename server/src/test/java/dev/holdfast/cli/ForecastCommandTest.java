// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.document.LedgerDocument;
import dev.holdfast.testkit.ManualClock;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ledger that was exported, run forward. */
class ForecastCommandTest {
    private static final PoolId POOL = new PoolId("render");

    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void setUp() throws IOException {
        cli = new Cli(folder);
        try (Ledger ledger = MemoryLedger.create(new ManualClock());
                OutputStream out = Files.newOutputStream(folder.resolve("ledger.json"));
                LedgerDocument.Writer writer = new LedgerDocument.Writer(out)) {
            ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT.withMaxLiveClaims(4)));
            for (int i = 0; i < 8; i++) {
                ledger.submit(new Submit(
                        POOL,
                        Submission.of("frame", new IdempotencyKey("unit-" + i))
                                .fairnessKey(i % 2 == 0 ? "acme" : "zeta")
                                .build()));
            }
            ledger.capture(writer);
            writer.complete();
        }
    }

    private void policy(String text) throws IOException {
        Files.writeString(folder.resolve("policy.yaml"), text);
    }

    private Cli.Result simulate(String... arguments) {
        String[] all = new String[arguments.length + 3];
        System.arraycopy(new String[] {"simulate", "--from", "ledger.json"}, 0, all, 0, 3);
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return cli.run("", all);
    }

    @Test
    void theNewPolicyStandsBesideTheOld() throws Exception {
        policy("policy:\n  maxLiveClaims: 1\n");

        Cli.Result told = simulate("--policy", "policy.yaml", "--workers", "4", "--run-time", "frame=20s");

        assertThat(told.exit()).as(told.err()).isZero();
        assertThat(told.out())
                .contains("4 workers of 1 place each", "a run of kind 'frame': 20 s, as it was said")
                .contains("maxLiveClaims: 4 -> 1")
                .contains("as it is: everything has ended after 40 s", "new: everything has ended after 2 min 40 s")
                .containsPattern("render +acme +as it is +4 +0.0 s +20 s +20 s +57.1 % +1 \\(50.0 %\\)")
                .containsPattern("render +acme +new +4 +40 s +2 min 0 s +2 min 0 s");
        assertThat(simulate("--policy", "policy.yaml", "--workers", "4", "--run-time", "frame=20s")
                        .out())
                .isEqualTo(told.out());
    }

    @Test
    void programsReadItAsJson() {
        Cli.Result told = simulate("--workers", "1", "--run-time", "1m", "--horizon", "150s", "--json");

        assertThat(told.exit()).as(told.err()).isZero();
        assertThat(told.out())
                .contains("\"horizonSeconds\":150.0", "\"key\":\"zeta\"", "\"p50Seconds\":", "\"left\":3")
                .contains("\"reason\":\"WorkersBusy\"")
                .doesNotContain("\"new\"", "p99Seconds");
    }

    @Test
    void whatIsMissingIsAskedFor() throws Exception {
        assertThat(simulate("--run-time", "1s").err()).contains("no worker was alive in ledger.json; say --workers N");
        assertThat(simulate("--workers", "1").err())
                .contains("no run of kind 'frame' has ended", "--run-time frame=30s");
        assertThat(simulate("--places", "2").err()).contains("are about --workers");
        assertThat(cli.run("", "simulate").err()).contains("--from FILE", "--seed N");
        assertThat(cli.run("", "simulate", "--seed", "1", "--json").exit()).isEqualTo(ExitCode.USAGE);
        assertThat(cli.run("", "simulate", "--from", "nothing.json").err()).contains("there is no file nothing.json");

        policy("pool: other\npolicy: {}\n");
        assertThat(simulate("--policy", "policy.yaml").exit()).isEqualTo(ExitCode.NOT_FOUND);
        policy("revision: 2\npolicy: {}\n");
        Cli.Result stale = simulate("--policy", "policy.yaml");
        assertThat(stale.exit()).isEqualTo(ExitCode.REFUSED);
        assertThat(stale.err()).contains("made from revision 2", "revision 1 in ledger.json");
    }
}
