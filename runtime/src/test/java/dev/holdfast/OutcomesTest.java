// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.Payload;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Codes;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of a unit after what its handler said. */
@ExtendWith(QuietLog.class)
class OutcomesTest {
    private final ManualClock clock = new ManualClock();
    private final Holdfast holdfast = Holdfast.inMemory(clock);

    @AfterEach
    void close() {
        holdfast.close();
    }

    private Unit run(Handler<String> handler) {
        return run(HandlerOptions.DEFAULT, handler);
    }

    private Unit run(HandlerOptions options, Handler<String> handler) {
        holdfast.handle("test", String.class, options, handler);
        holdfast.start();
        Submitted submitted = holdfast.submit("test", "x");
        holdfast.runDue();
        return submitted.unit();
    }

    private static WorkState.Ended end(Unit unit) {
        return (WorkState.Ended) unit.state();
    }

    private static Answer answer(Unit unit) {
        return unit.past().getLast().answer().orElseThrow();
    }

    @Test
    void doneSucceedsWithItsResult() {
        Unit unit = run((payload, context) -> Outcome.done("saw " + payload));

        assertThat(end(unit).status()).isEqualTo(Status.SUCCEEDED);
        assertThat(end(unit).result()).contains(Payload.text("saw x"));
    }

    @Test
    void endsCarryCodeAndEvidence() {
        assertThat(answer(run((payload, context) -> Outcome.fail("no-such-file"))))
                .isEqualTo(new Answer.Failed("no-such-file", Evidence.UNKNOWN));
    }

    @Test
    void evidenceCanBeSaid() {
        Unit unit = run((payload, context) -> Outcome.poison("nonsense").with(Evidence.NOT_APPLIED));

        assertThat(end(unit).status()).isEqualTo(Status.POISONED);
        assertThat(end(unit).evidence()).isEqualTo(Evidence.NOT_APPLIED);
    }

    @Test
    void retryAfterWaitsThatLong() {
        AtomicInteger runs = new AtomicInteger();
        run((payload, context) ->
                runs.incrementAndGet() < 2 ? Outcome.retryAfter(Duration.ofMinutes(3), "later") : Outcome.done());

        clock.advance(Duration.ofMinutes(3).minusMillis(1));
        assertThat(runs).hasValue(1);
        clock.advance(Duration.ofMillis(1));
        assertThat(runs).hasValue(2);
    }

    @Test
    void whatIsThrownIsRetriedUntilTheAttemptsAreUsedUp() {
        List<Integer> attempts = new ArrayList<>();
        holdfast.handle("test", String.class, (payload, context) -> {
            attempts.add(context.attempt());
            throw new IllegalStateException("the disk\nis full");
        });
        holdfast.start();
        Submitted submitted = holdfast.submit("test", "x");
        for (int i = 0; i < 10; i++) {
            clock.advance(Duration.ofMinutes(10));
        }

        Unit unit = submitted.unit();
        assertThat(attempts).containsExactly(1, 2, 3, 4, 5);
        assertThat(end(unit).code()).isEqualTo(Codes.ATTEMPTS_EXHAUSTED);
        assertThat(((Answer.Released) answer(unit)).reason())
                .isEqualTo("java.lang.IllegalStateException: the disk is full");
    }

    @Test
    void notStartedBurnsNoAttemptAndDoesNotComeBackAtOnce() {
        AtomicInteger runs = new AtomicInteger();
        Unit unit = run((payload, context) -> {
            runs.incrementAndGet();
            return Outcome.notStarted("the licence server is away");
        });

        assertThat(runs).hasValue(1);
        for (int i = 0; i < 20; i++) {
            clock.advance(Outcome.NOT_STARTED_DELAY);
        }
        assertThat(runs).hasValue(21);
        assertThat(holdfast.ledger()
                        .ask(new dev.holdfast.core.work.Inspect(unit.id()))
                        .orElseThrow()
                        .attempts())
                .isZero();
    }

    @Test
    void anUndecodablePayloadIsPoisonedAtOnce() {
        record Order(int number) {}
        holdfast.handle("order", Order.class, (order, context) -> Outcome.done());
        holdfast.start();
        Submitted submitted = holdfast.submit("order", "{\"number\": \"many\"}");
        holdfast.runDue();

        WorkState.Ended end = end(submitted.unit());
        assertThat(end.status()).isEqualTo(Status.POISONED);
        assertThat(end.code()).isEqualTo(WorkerCodes.PAYLOAD_UNDECODABLE);
        assertThat(end.evidence()).isEqualTo(Evidence.NOT_STARTED);
    }

    @Test
    void aResultThatCannotBeKeptFailsAsApplied() {
        Unit unit = run((payload, context) -> Outcome.done(new byte[Payload.MAX_BYTES + 1]));

        assertThat(end(unit).code()).isEqualTo(WorkerCodes.RESULT_UNENCODABLE);
        assertThat(end(unit).evidence()).isEqualTo(Evidence.APPLIED);
    }

    @Test
    void workThatMustBeAskedAboutIsBegunAndWaitsForEvidenceAfterAnException() {
        HandlerOptions asks = HandlerOptions.DEFAULT.withRecovery(Recovery.RECONCILE_BEFORE_REDISPATCH);
        List<Boolean> begun = new ArrayList<>();
        Unit unit = run(asks, (payload, context) -> {
            begun.add(context.begun()
                    && holdfast.ledger()
                            .ask(new dev.holdfast.core.work.Inspect(context.work()))
                            .orElseThrow()
                            .claim()
                            .orElseThrow()
                            .begunAt()
                            .isPresent());
            throw new java.io.IOException("connection reset");
        });

        assertThat(begun).containsExactly(true);
        assertThat(unit.status()).isEqualTo(Status.UNCERTAIN);
    }

    @Test
    void uncertainRunsAgainOnlyWhereItNeedNotBeAskedAbout() {
        Unit unit = run((payload, context) ->
                context.attempt() == 1 ? Outcome.uncertain("the answer was lost") : Outcome.done());
        clock.advance(Duration.ofMinutes(1));

        assertThat(unit.status()).isEqualTo(Status.QUEUED);
        assertThat(((Answer.Released) answer(unit)).evidence()).isEqualTo(Evidence.AMBIGUOUS);
    }

    @Test
    void noOutcomeIsLikeAnException() {
        Unit unit = run((payload, context) -> null);

        assertThat(unit.status()).isEqualTo(Status.QUEUED);
        assertThat(((Answer.Released) answer(unit)).reason()).contains("no outcome");
    }

    @Test
    void anErrorMakesTheWorkerUnhealthyAndItTakesNothingMore() {
        AtomicInteger runs = new AtomicInteger();
        holdfast.handle("test", String.class, (payload, context) -> {
            runs.incrementAndGet();
            throw new StackOverflowError();
        });
        Worker worker = holdfast.start(WorkerOptions.DEFAULT.withConcurrency(1));
        Submitted first = holdfast.submit("test", "x");
        Submitted second = holdfast.submit("test", "y");
        holdfast.runDue();
        clock.advance(Duration.ofSeconds(5));

        assertThat(worker.isHealthy()).isFalse();
        assertThat(runs).hasValue(1);
        assertThat(first.unit().attempts()).isEqualTo(1);
        assertThat(second.unit().past()).isEmpty();
    }

    @Test
    void resultsAreOnlyThereAfterSuccess() {
        holdfast.handle("test", String.class, (payload, context) -> Outcome.fail("broken"));
        holdfast.start();
        Submitted submitted = holdfast.submit("test", "x");

        assertThatThrownBy(() -> submitted.result(String.class)).isInstanceOf(WorkNotSucceeded.class);
        holdfast.runDue();
        assertThatThrownBy(() -> submitted.result(String.class))
                .isInstanceOf(WorkNotSucceeded.class)
                .hasMessageContaining("FAILED: broken");
    }
}
