// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.Payload;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.runtime.spi.Question;
import dev.holdfast.runtime.spi.Reconciler;
import dev.holdfast.runtime.spi.Reconciliation;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A kind whose first run does not know what it did, and those who find out. */
@ExtendWith(QuietLog.class)
class ReconcilersTest {
    private static final HandlerOptions ASKS =
            HandlerOptions.DEFAULT.withRecovery(Recovery.RECONCILE_BEFORE_REDISPATCH);

    private final ManualClock clock = new ManualClock();
    private final Holdfast holdfast = Holdfast.inMemory(clock);
    private final List<Question> asked = new ArrayList<>();
    private int runs;

    @AfterEach
    void close() {
        holdfast.close();
    }

    /** The first run loses its answer on the way, the second one is done. */
    private Submitted uncertain() {
        holdfast.handle(
                "charge",
                String.class,
                ASKS,
                (payload, context) -> runs++ == 0 ? Outcome.uncertain("no answer") : Outcome.done("charged again"));
        holdfast.start();
        Submitted submitted = holdfast.submit("charge", "order 7");
        holdfast.runDue();
        return submitted;
    }

    private Submitted answered(Reconciler<String> reconciler) {
        holdfast.reconcile("charge", String.class, (payload, question) -> {
            asked.add(question);
            return reconciler.reconcile(payload, question);
        });
        return uncertain();
    }

    private void retryForAnHour() {
        for (int minute = 0; minute < 60; minute++) {
            clock.advance(Duration.ofMinutes(1));
        }
    }

    private Unit inquiry(Unit subject, Question question) {
        return unit(Inquiry.idOf(subject.pool(), question.fence()));
    }

    private Unit unit(WorkId work) {
        return holdfast.ledger().ask(new Inspect(work)).orElseThrow();
    }

    @Test
    void whatWasAppliedSucceedsWithItsResultAndReference() {
        Unit unit = answered((payload, question) -> Reconciliation.applied("receipt for " + payload, "psp/4711"))
                .unit();

        WorkState.Ended end = (WorkState.Ended) unit.state();
        assertThat(end.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(end.result()).contains(Payload.text("receipt for order 7"));
        assertThat(end.reference()).isEqualTo("psp/4711");
        PastClaim.Resolved resolved = unit.past().getFirst().resolution().orElseThrow();
        Unit inquiry = inquiry(unit, asked.getFirst());
        assertThat(resolved.actor()).isEqualTo("inquiry " + inquiry.id());
        assertThat(inquiry.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(runs).isEqualTo(1);
    }

    @Test
    void whatWasNotAppliedRunsAgain() {
        Unit unit = answered((payload, question) -> Reconciliation.notApplied("psp has none"))
                .unit();

        assertThat(unit.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(runs).isEqualTo(2);
        assertThat(asked).hasSize(1);
        assertThat(unit.past().getFirst().resolution().orElseThrow().resolution())
                .isEqualTo(new Resolution.NotApplied());
    }

    @Test
    void stillUnknownIsAskedAgainAsThePolicySaysAndGivenUpInTheEnd() {
        Submitted submitted = answered((payload, question) -> Reconciliation.stillUnknown("psp/outage-3"));
        assertThat(asked).hasSize(1);

        clock.advance(Duration.ofSeconds(1));
        assertThat(asked).extracting(Question::attempt).containsExactly(1, 2);

        retryForAnHour();
        Unit unit = submitted.unit();
        Unit inquiry = inquiry(unit, asked.getFirst());
        assertThat(unit.status()).isEqualTo(Status.UNCERTAIN);
        assertThat(inquiry.status()).isEqualTo(Status.POISONED);
        assertThat(inquiry.attempts()).isEqualTo(5);
        assertThat(asked).hasSize(5);
    }

    @Test
    void aReconcilerThatThrowsIsAskedAgain() {
        Submitted submitted = answered((payload, question) -> {
            if (question.attempt() < 3) {
                throw new java.io.IOException("connection refused");
            }
            return Reconciliation.applied("psp/4711");
        });
        retryForAnHour();

        assertThat(submitted.unit().status()).isEqualTo(Status.SUCCEEDED);
        assertThat(asked).hasSize(3);
    }

    @Test
    void theQuestionShowsTheRunInQuestion() {
        Unit unit = answered((payload, question) -> Reconciliation.applied("psp/4711"))
                .unit();

        Question question = asked.getFirst();
        assertThat(question.work()).isEqualTo(unit.id());
        assertThat(question.unit().status()).isEqualTo(Status.UNCERTAIN);
        assertThat(question.fence()).isEqualTo(unit.past().getFirst().claim().fence());
        assertThat(question.claim().answer().orElseThrow().evidence()).isEqualTo(Evidence.AMBIGUOUS);
        assertThat(question.claim().claim().begunAt()).isPresent();
    }

    @Test
    void whoAnswersWhileTheReconcilerLooksWinsAndTheInquiryEndsAllTheSame() {
        Unit unit = answered((payload, question) -> {
                    holdfast.ledger()
                            .submit(new Resolve(
                                    question.work(),
                                    question.fence(),
                                    new Resolution.Failed("refunded"),
                                    "ticket-9",
                                    "ann"));
                    return Reconciliation.notApplied("psp has none");
                })
                .unit();

        assertThat(unit.status()).isEqualTo(Status.FAILED);
        assertThat(inquiry(unit, asked.getFirst()).status()).isEqualTo(Status.SUCCEEDED);
        assertThat(runs).isEqualTo(1);
    }

    @Test
    void withoutAReconcilerTheInquiryWaits() {
        Unit unit = uncertain().unit();
        clock.advance(Duration.ofDays(1));

        Unit inquiry = unit(Inquiry.openFor(unit).orElseThrow());
        assertThat(inquiry.status()).isEqualTo(Status.QUEUED);
        assertThat(inquiry.past()).isEmpty();
        assertThat(unit.status()).isEqualTo(Status.UNCERTAIN);
    }

    @Test
    void inquiriesAreNeitherHandledNorSubmittedByName() {
        assertThatThrownBy(
                        () -> holdfast.handle("reconcile/charge", String.class, (payload, context) -> Outcome.done()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("reconcile(\"charge\", ...)");
        assertThatThrownBy(() -> holdfast.submit("reconcile/charge", "x"))
                .isInstanceOfSatisfying(
                        SubmissionRefused.class,
                        refused -> assertThat(refused.decision())
                                .isEqualTo(new SubmitDecision.Reserved("kind", "reconcile/charge")));
    }

    @Test
    void aReferenceIsMandatory() {
        assertThatThrownBy(() -> Reconciliation.applied("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Reconciliation.notApplied(" ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Reconciliation.stillUnknown("a\nb")).isInstanceOf(IllegalArgumentException.class);
    }
}
