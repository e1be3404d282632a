// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast audit}, {@code work history} and {@code work redact} over a pool with the units a and b. */
class AuditTest {
    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void aPoolWithWork() {
        cli = new Cli(folder);
        PoolId pool = new PoolId("p");
        try (Ledger ledger = SqliteLedger.open(folder.resolve("holdfast.db"))) {
            ledger.submit(new DefinePool(pool, PoolPolicy.DEFAULT));
            for (String key : new String[] {"a", "b"}) {
                ledger.submit(new Submit(
                        pool,
                        Submission.of("mail", new IdempotencyKey(key))
                                .id(new WorkId(key))
                                .payload(Payload.text("to eve"))
                                .labels(Map.of("name", "eve"))
                                .build()));
            }
        }
    }

    private String done(String... arguments) {
        return exits(ExitCode.DONE, arguments).out();
    }

    private Cli.Result exits(int code, String... arguments) {
        Cli.Result result = cli.run("", arguments);
        assertThat(result.exit()).as(result.err()).isEqualTo(code);
        return result;
    }

    @Test
    void tellsWhatPeopleDidNewestFirst() {
        done("pool", "pause", "p", "--actor", "ann", "--reason", "too much");
        done("work", "cancel", "a", "--actor", "bob", "--reason", "not needed");
        done("work", "redrive", "a", "--actor", "ann", "--reason", "needed after all");

        assertThat(done("audit").lines())
                .hasSize(5)
                .element(1)
                .asString()
                .containsSubsequence("ann", "redrive", "work a", "redriven: life 2", "needed after all");
        assertThat(done("audit", "--actor", "bob").lines())
                .hasSize(2)
                .last()
                .asString()
                .contains("cancelled");
        assertThat(done("audit", "--pool", "p", "--act", "pause")).contains("pause  pool p   paused");
        Cli.Result first = exits(ExitCode.DONE, "audit", "--work", "a", "--limit", "1");
        assertThat(first.out().lines()).hasSize(2);
        String more = first.err().strip().replaceFirst("more: --before ", "");
        assertThat(done("audit", "--work", "a", "--before", more).lines())
                .hasSize(2)
                .last()
                .asString()
                .contains("bob");
        assertThat(done("audit", "--json", "--act", "define"))
                .contains("\"actor\":\"program\"", "\"subject\":\"pool p\"", "\"outcome\":\"defined: revision 1\"");
    }

    @Test
    void aReasonIsAskedFor() {
        assertThat(exits(ExitCode.USAGE, "pool", "pause", "p").err()).contains("--reason");
        assertThat(exits(ExitCode.USAGE, "work", "redact", "a").err()).contains("--reason");
        exits(ExitCode.USAGE, "audit", "--limit", "0");
        exits(ExitCode.USAGE, "audit", "--work", "a", "--pool", "p");
    }

    @Test
    void tellsTheWholeStoryOfAUnit() {
        done("work", "cancel", "a", "--actor", "bob", "--reason", "not needed");
        done("work", "redrive", "a", "--actor", "ann", "--reason", "needed after all");
        done("work", "cancel", "a", "--actor", "cid", "--reason", "no");
        done("work", "redact", "a", "--actor", "dan", "--reason", "law");

        assertThat(done("work", "history", "a").lines().map(line -> line.replaceFirst("^\\S+ +", "")))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("what"),
                        line -> assertThat(line).isEqualTo("admitted"),
                        line -> assertThat(line).contains("cancel", "bob", "not needed"),
                        line -> assertThat(line).contains("ended cancelled"),
                        line -> assertThat(line).contains("redriven, life 2", "ann", "needed after all"),
                        line -> assertThat(line).contains("cancel", "cid"),
                        line -> assertThat(line).contains("ended cancelled"),
                        line -> assertThat(line).contains("redact", "dan", "law"));
        assertThat(done("work", "history", "a", "--json")).contains("\"what\":\"redriven, life 2\"");
        assertThat(exits(ExitCode.NOT_FOUND, "work", "history", "z").err()).contains("there is no work 'z'");
    }

    @Test
    void takesAwayWhatAUnitIsAbout() {
        assertThat(exits(ExitCode.REFUSED, "work", "redact", "a", "--reason", "law")
                        .out())
                .contains("refused: it may still run, it is queued");
        done("work", "cancel", "a", "--reason", "not needed");
        assertThat(done("work", "redact", "a", "--reason", "law")).contains("redacted: only digests are left");
        assertThat(done("work", "redact", "a", "--reason", "law")).contains("it was redacted before");
        assertThat(done("work", "show", "a")).contains("(redacted, sha256 ").doesNotContain("eve");
        assertThat(done("work", "show", "b")).contains("to eve");
        assertThat(exits(ExitCode.REFUSED, "work", "redrive", "a", "--reason", "again")
                        .out())
                .contains("refused: its payload was redacted");
        exits(ExitCode.NOT_FOUND, "work", "redact", "z", "--reason", "law");
        assertThat(done("doctor")).isNotEmpty();
    }
}
