// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast pool record} and {@code holdfast events} over a pool to which units are submitted. */
class EventsTest {
    private static final PoolId POOL = new PoolId("p");

    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void aPool() {
        cli = new Cli(folder);
        submit();
    }

    private void submit(String... keys) {
        try (Ledger ledger = SqliteLedger.open(folder.resolve("holdfast.db"))) {
            ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
            for (String key : keys) {
                ledger.submit(new Submit(
                        POOL,
                        Submission.of("mail", new IdempotencyKey(key))
                                .id(new WorkId(key))
                                .build()));
            }
        }
    }

    private String done(String... arguments) {
        Cli.Result result = cli.run("", arguments);
        assertThat(result.exit()).as(result.err()).isZero();
        return result.out();
    }

    @Test
    void tellsWhatWasRecordedFromACursorOn() {
        submit("early");
        assertThat(cli.run("", "events").err()).contains("nothing is recorded now");
        assertThat(done("pool", "record", "p", "--reason", "a dashboard")).contains("recorded from now on");
        assertThat(done("pool", "record", "p", "--reason", "a dashboard")).contains("it was recorded already");
        submit("a");
        Cli.Result first = cli.run("", "events");
        assertThat(first.out()).contains("admitted").doesNotContain("early");
        String cursor = first.err().strip().replaceFirst("next: --after ", "");
        done("work", "cancel", "a", "--reason", "not needed");

        assertThat(done("events", "--after", cursor).lines())
                .hasSize(2)
                .last()
                .asString()
                .contains("ended", "cancelled");
        assertThat(done("events", "--sort", "ended", "--json"))
                .contains("\"event\":\"ended\"", "\"status\":\"cancelled\"", "\"recorded\":true", "\"forgotten\":false")
                .doesNotContain("admitted");
        assertThat(done("events", "--pool", "other")).doesNotContain("admitted");
        assertThat(done("audit", "--act", "record").lines()).hasSize(2);
        assertThat(done("pool", "record", "p", "--off", "--reason", "enough")).contains("recorded no longer");
    }

    @Test
    void mistakesAreSaidInALine() {
        assertThat(cli.run("", "events", "--after", "here").err()).contains("a cursor is written like 12.345");
        assertThat(cli.run("", "events", "--limit", "0").exit()).isEqualTo(ExitCode.USAGE);
        assertThat(cli.run("", "pool", "record", "q", "--reason", "x").exit()).isEqualTo(ExitCode.NOT_FOUND);
    }

    @Test
    void whoFollowsIsToldWhatComes() throws Exception {
        done("pool", "record", "p", "--reason", "a dashboard");
        Cli.Running following = cli.start(new byte[0], "events", "--follow", "--json");
        try {
            submit("a");
            Cli.until("the admission is told", () -> said(following).contains("\"after\":\"0.1\""));
            submit("b");
            Cli.until("the next one too", () -> said(following).contains("\"after\":\"0.2\""));
            assertThat(said(following).lines()).hasSize(4).first().asString().contains("\"work\":\"a\"");
        } finally {
            following.kill();
        }
    }

    private static String said(Cli.Running running) {
        try {
            return Files.readString(running.out());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
