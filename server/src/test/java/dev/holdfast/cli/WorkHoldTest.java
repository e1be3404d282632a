// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast work promote} and {@code withdraw}, and what shows held units, over {@code a} and {@code b}. */
class WorkHoldTest {
    private static final PoolId POOL = new PoolId("p");
    private static final Hold HOLD = new Hold(Duration.ofHours(1), Hold.Then.WITHDRAW);

    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void heldUnits() {
        cli = new Cli(folder);
        try (Ledger ledger = open()) {
            ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
            ledger.submit(held("a"));
            ledger.submit(held("b"));
        }
    }

    private Ledger open() {
        return SqliteLedger.open(folder.resolve("holdfast.db"));
    }

    private static Submit held(String name) {
        Submission submission = Submission.of("mail", new IdempotencyKey(name))
                .id(new WorkId(name))
                .build();
        return Submit.held(POOL, submission, HOLD);
    }

    private Status status(String work) {
        try (Ledger ledger = open()) {
            return ledger.ask(new Inspect(new WorkId(work))).orElseThrow().status();
        }
    }

    @Test
    void promotesOnceAndLeavesAnEntry() {
        Cli.Result first = cli.run("", "work", "promote", "a", "--reason", "paid after all", "--actor", "ann");
        assertThat(first.exit()).isEqualTo(ExitCode.DONE);
        assertThat(first.out()).contains("it waits to be claimed");
        assertThat(status("a")).isEqualTo(Status.QUEUED);
        assertThat(cli.run("", "work", "promote", "a", "--reason", "paid").out())
                .contains("is not held: it is queued");
        assertThat(cli.run("", "audit", "--work", "a").out()).hasLineCount(2).contains("ann", "paid after all");
    }

    @Test
    void withdrawsWhatIsHeldAndNothingElse() {
        cli.run("", "work", "promote", "a", "--reason", "paid");
        Cli.Result late = cli.run("", "work", "withdraw", "a", "--reason", "not paid");
        assertThat(late.exit()).isEqualTo(ExitCode.REFUSED);
        assertThat(late.out()).contains("too late: it is not held but queued");
        assertThat(status("a")).isEqualTo(Status.QUEUED);

        assertThat(cli.run("", "work", "withdraw", "b", "--reason", "not paid").exit())
                .isEqualTo(ExitCode.DONE);
        assertThat(status("b")).isEqualTo(Status.CANCELLED);
        assertThat(cli.run("", "work", "promote", "b", "--reason", "paid").exit())
                .isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void tellsWhatIsHeldAndUntilWhen() {
        assertThat(cli.run("", "work", "list", "--state", "held").out()).contains("a", "b", "until");
        assertThat(cli.run("", "work", "show", "a").out()).contains("heldUntil", "WITHDRAW");
        assertThat(cli.run("", "work", "explain", "a").out())
                .contains("is held until", "will be withdrawn", "holdfast work promote a");
        assertThat(cli.run("", "pool", "list", "--json").out()).contains("\"held\":2");
    }

    @Test
    void aReasonIsAskedFor() {
        assertThat(cli.run("", "work", "promote", "a").exit()).isEqualTo(ExitCode.USAGE);
        assertThat(status("a")).isEqualTo(Status.HELD);
    }
}
