// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Fence;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast work resolve} and what shows its question, over a unit whose second run does not know what it did. */
class WorkResolveTest {
    private static final PoolId POOL = new PoolId("p");
    private static final WorkerId WORKER = new WorkerId("w");
    private static final ClaimSecret SECRET = new ClaimSecret(1, 2);

    @TempDir
    Path folder;

    private Cli cli;
    private Fence fence;
    private WorkId inquiry;

    @BeforeEach
    void aQuestion() {
        cli = new Cli(folder);
        try (Ledger ledger = open()) {
            ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
            ledger.submit(new RegisterWorker(WorkerOffer.of(WORKER, Set.of(POOL), Set.of("mail"), 10)));
            ledger.submit(new Submit(
                    POOL,
                    Submission.of("mail", new IdempotencyKey("k"))
                            .id(new WorkId("a"))
                            .payload(Payload.text("to ann"))
                            .build()));
            Fence first = claim(ledger, 1);
            settle(ledger, first, new Answer.Released(Evidence.NOT_STARTED, "leaving", Optional.empty()));
            fence = claim(ledger, 2);
            settle(ledger, fence, new Answer.Released(Evidence.APPLIED, "no receipt", Optional.empty()));
        }
        inquiry = Inquiry.idOf(POOL, fence);
    }

    private Ledger open() {
        return SqliteLedger.open(folder.resolve("holdfast.db"));
    }

    private static Fence claim(Ledger ledger, int request) {
        ClaimDecision decision = ledger.submit(new ClaimWork(POOL, WORKER, new RequestId(0, 0, request), SECRET, 1));
        return ((ClaimDecision.Granted) decision).grants().getFirst().fence();
    }

    private static void settle(Ledger ledger, Fence fence, Answer answer) {
        ledger.submit(new Settle(new WorkId("a"), fence, SECRET, answer));
    }

    private Status status(WorkId work) {
        try (Ledger ledger = open()) {
            return ledger.ask(new Inspect(work)).orElseThrow().status();
        }
    }

    @Test
    void withoutAnAnswerItShowsTheQuestion() {
        Cli.Result shown = cli.run("", "work", "resolve", "a");

        assertThat(shown.exit()).isEqualTo(ExitCode.DONE);
        assertThat(shown.out())
                .contains("to ann", "no receipt", fence.toString(), inquiry.value())
                .contains("waits for a worker that offers kind 'reconcile/mail'")
                .contains("holdfast work resolve a " + fence);
    }

    @Test
    void anAnswerNamesTheRunAndItsEvidence() {
        assertThat(cli.run("", "work", "resolve", "a", "--succeeded", "--evidence", "log 7")
                        .exit())
                .isEqualTo(ExitCode.USAGE);
        assertThat(cli.run("", "work", "resolve", "a", fence.toString(), "--succeeded")
                        .exit())
                .isEqualTo(ExitCode.USAGE);
        assertThat(cli.run("", "work", "resolve", "a", fence.toString()).exit()).isEqualTo(ExitCode.USAGE);
        assertThat(status(new WorkId("a"))).isEqualTo(Status.UNCERTAIN);
    }

    @Test
    void anAnswerClosesTheInquiry() {
        Cli.Result done = cli.run("", "work", "resolve", "a", fence.toString(), "--succeeded", "--evidence", "log 7");

        assertThat(done.exit()).isEqualTo(ExitCode.DONE);
        assertThat(status(new WorkId("a"))).isEqualTo(Status.SUCCEEDED);
        assertThat(status(inquiry)).isEqualTo(Status.CANCELLED);
        assertThat(cli.run("", "work", "show", inquiry.value()).out()).contains("asks", "answered");
        assertThat(cli.run("", "work", "resolve", "a").exit()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void showAndExplainTellOfTheInquiry() {
        assertThat(cli.run("", "work", "show", "a").out()).contains(inquiry.value());
        assertThat(cli.run("", "work", "explain", "a").out()).contains("inquiry " + inquiry, "reconcile/mail");
        assertThat(cli.run("", "work", "show", inquiry.value()).out()).contains("reconcile/mail", fence.toString());
    }

    @Test
    void anOpenInquiryIsNotCancelled() {
        Cli.Result refused = cli.run("", "work", "cancel", inquiry.value(), "--reason", "tidy");

        assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
        assertThat(status(inquiry)).isEqualTo(Status.QUEUED);
    }

    @Test
    void closedInquiriesAreNotRedrivenWithTheRest() {
        cli.run("", "work", "resolve", "a", fence.toString(), "--cancelled", "not-needed", "--evidence", "log 7");
        Cli.Result redriven = cli.run("", "work", "redrive", "--state", "cancelled", "--reason", "mended");

        assertThat(redriven.exit()).isEqualTo(ExitCode.DONE);
        assertThat(status(new WorkId("a"))).isEqualTo(Status.QUEUED);
        assertThat(cli.run("", "work", "redrive", inquiry.value(), "--reason", "mended")
                        .out())
                .contains("closed");
        assertThat(status(inquiry)).isEqualTo(Status.CANCELLED);
    }
}
