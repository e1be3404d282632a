// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.Codes;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Submitting, and handlers under a clock that is moved by hand. */
class SubmissionsTest {
    private record Order(String customer, int pieces) {}

    private final ManualClock clock = new ManualClock();
    private final Holdfast holdfast = Holdfast.inMemory(clock);
    private final List<Object> seen = new ArrayList<>();

    @AfterEach
    void close() {
        holdfast.close();
    }

    @Test
    void payloadsArriveAsTheyWereSent() throws Exception {
        holdfast.handle("order", Order.class, (order, context) -> {
            seen.add(order);
            return Outcome.done(new Order(order.customer(), order.pieces() * 2));
        });
        holdfast.handle("bytes", byte[].class, (bytes, context) -> {
            seen.add(bytes.length);
            return Outcome.done(bytes);
        });
        holdfast.start();
        Submitted order = holdfast.submit("order", new Order("Ada", 2));
        Submitted bytes = holdfast.submit("bytes", new byte[] {0, -1, 7});
        assertThat(order.await(Duration.ZERO)).isPresent();

        assertThat(seen).containsExactlyInAnyOrder(new Order("Ada", 2), 3);
        assertThat(order.result(Order.class)).isEqualTo(new Order("Ada", 4));
        assertThat(bytes.result(byte[].class)).containsExactly(0, -1, 7);
    }

    @Test
    void theSameKeyIsTheSameSubmission() {
        SubmitOptions options = SubmitOptions.none().key("order-7");
        Submitted first = holdfast.submit("order", "a", options);
        Submitted again = holdfast.submit("order", "a", options);

        assertThat(first.repeated()).isFalse();
        assertThat(again.repeated()).isTrue();
        assertThat(again.id()).isEqualTo(first.id());
        assertThatThrownBy(() -> holdfast.submit("order", "b", options))
                .isInstanceOfSatisfying(
                        SubmissionRefused.class,
                        refusal -> assertThat(refusal.decision())
                                .isEqualTo(new SubmitDecision.Conflict(first.id(), List.of("payload"))));
    }

    @Test
    void unitsAreSubmittedTogetherOrNotAtAll() {
        SubmitOptions taken = SubmitOptions.none().key("taken");
        Submitted before = holdfast.submit("order", "a", taken);
        SubmitOptions own = SubmitOptions.none().key("own").id("own");
        assertThatThrownBy(() -> holdfast.submitTogether(
                        List.of(new NewWork("order", "b", own), new NewWork("order", "b", taken))))
                .isInstanceOfSatisfying(
                        SubmissionRefused.class,
                        refusal -> assertThat(refusal.decision())
                                .isEqualTo(new SubmitDecision.Conflict(before.id(), List.of("payload"))));
        assertThat(holdfast.ledger().ask(new Inspect(new WorkId("own")))).isEmpty();

        List<Submitted> both =
                holdfast.submitTogether(List.of(new NewWork("order", "b", own), new NewWork("order", "a", taken)));
        assertThat(both).extracting(Submitted::repeated).containsExactly(false, true);
        assertThat(both).extracting(Submitted::id).containsExactly(new WorkId("own"), before.id());
    }

    @Test
    void withoutAKeyEachSubmissionIsAnother() {
        assertThat(holdfast.submit("order", "a").id())
                .isNotEqualTo(holdfast.submit("order", "a").id());
    }

    @Test
    void optionsReachTheLedger() {
        holdfast.pool(
                "big",
                PoolPolicy.DEFAULT
                        .withCapacity(Map.of("gpu", 4L))
                        .withDomains(Map.of("licence", DomainLimit.claims(2))));
        SubmitOptions options = SubmitOptions.none()
                .pool("big")
                .id("my-work")
                .band(1)
                .fairnessKey("acme")
                .demand("gpu", 2)
                .domains(Set.of("licence"))
                .delay(Duration.ofMinutes(1))
                .startBy(Duration.ofHours(1))
                .runLimit(Duration.ofMinutes(5))
                .labels(Map.of("team", "blue"))
                .guarantee(Guarantee.RECONCILED)
                .recovery(Recovery.RECONCILE_BEFORE_REDISPATCH);
        Submitted submitted = holdfast.submit("train", "model", options);

        Requirements requirements = submitted.unit().requirements();
        assertThat(submitted.id().value()).isEqualTo("my-work");
        assertThat(requirements.band()).isEqualTo(1);
        assertThat(requirements.fairnessKey()).isEqualTo("acme");
        assertThat(requirements.needs().demand()).containsEntry("gpu", 2L);
        assertThat(requirements.needs().domains()).containsExactly("licence");
        assertThat(requirements.delay()).isEqualTo(Duration.ofMinutes(1));
        assertThat(requirements.startBy()).contains(Duration.ofHours(1));
        assertThat(requirements.runLimit()).contains(Duration.ofMinutes(5));
        assertThat(requirements.eligibility().guarantee()).isEqualTo(Guarantee.RECONCILED);
        assertThat(submitted.unit().submission().labels()).containsEntry("team", "blue");
    }

    @Test
    void refusalsAreTyped() {
        assertThatThrownBy(() -> holdfast.submit("x", "y", SubmitOptions.none().pool("nowhere")))
                .isInstanceOf(SubmissionRefused.class)
                .hasMessageContaining("no pool nowhere");
        assertThatThrownBy(() -> holdfast.submit("x", "y", SubmitOptions.none().demand("gpu", 1)))
                .isInstanceOf(SubmissionRefused.class)
                .hasMessageContaining("[gpu]");
        assertThatThrownBy(() -> holdfast.pool("p", PoolPolicy.DEFAULT).pool("p", PoolPolicy.DEFAULT.withBudgets(1, 1)))
                .isInstanceOf(PoolRefused.class);
    }

    @Test
    void handlersGiveKindsTheirPoolAndRecovery() {
        holdfast.pool("mail", PoolPolicy.DEFAULT);
        HandlerOptions options =
                HandlerOptions.DEFAULT.withPool("mail").withRecovery(Recovery.RECONCILE_BEFORE_REDISPATCH);
        holdfast.handle("mail", String.class, options, (text, context) -> Outcome.done());

        Submitted submitted = holdfast.submit("mail", "hello");
        assertThat(submitted.unit().pool().value()).isEqualTo("mail");
        assertThat(submitted.unit().requirements().mustBegin()).isTrue();
    }

    @Test
    void delayedWorkRunsWhenTheClockSaysSo() {
        holdfast.handle("test", String.class, (payload, context) -> {
            seen.add(payload);
            return Outcome.done();
        });
        holdfast.start();
        holdfast.submit("test", "later", SubmitOptions.none().delay(Duration.ofDays(3)));
        clock.advance(Duration.ofDays(3).minusSeconds(1));
        assertThat(seen).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        assertThat(seen).containsExactly("later");
    }

    @Test
    void workThatCannotStartInTimeIsEndedByTheSweep() {
        holdfast.handle("other", String.class, (payload, context) -> Outcome.done());
        holdfast.start();
        Submitted submitted =
                holdfast.submit("nobody", "x", SubmitOptions.none().startBy(Duration.ofMinutes(1)));
        clock.advance(Duration.ofMinutes(1).plusSeconds(6));

        assertThat(((WorkState.Ended) submitted.unit().state()).code()).isEqualTo(Codes.TOO_LATE_TO_START);
    }

    @Test
    void handlersMaySubmitAndCancel() {
        holdfast.handle("parent", String.class, (payload, context) -> {
            holdfast.submit("child", payload + "/1");
            Submitted second = holdfast.submit(
                    "child", payload + "/2", SubmitOptions.none().delay(Duration.ofHours(1)));
            holdfast.ledger().submit(new Cancel(second.id(), "parent", "not needed"));
            return Outcome.done(second.id().value());
        });
        holdfast.handle("child", String.class, (payload, context) -> {
            seen.add(payload);
            return Outcome.done();
        });
        holdfast.start();
        Submitted parent = holdfast.submit("parent", "p");
        holdfast.runDue();
        clock.advance(Duration.ofHours(2));

        assertThat(seen).containsExactly("p/1");
        assertThat(parent.unit().status()).isEqualTo(Status.SUCCEEDED);
    }

    @Test
    void aHandlerMayMoveTheClock() {
        holdfast.handle("test", String.class, (payload, context) -> {
            seen.add(payload);
            clock.advance(Duration.ofSeconds(10));
            seen.add(payload + " ended");
            return Outcome.done();
        });
        holdfast.start();
        holdfast.submit("test", "second", SubmitOptions.none().delay(Duration.ofSeconds(5)));
        holdfast.submit("test", "first");
        holdfast.runDue();

        assertThat(seen).containsExactly("first", "first ended", "second", "second ended");
    }

    /** PF-074. */
    @Test
    void aLongPauseCostsTheWorkerItsNameAndNothingElse() {
        holdfast.handle("test", String.class, (payload, context) -> {
            seen.add(payload);
            return Outcome.done();
        });
        Worker worker = holdfast.start();
        holdfast.runDue();
        Object before = worker.ids();
        clock.advance(Duration.ofHours(1));
        holdfast.submit("test", "x");
        holdfast.runDue();

        assertThat(worker.ids()).isNotEqualTo(before);
        assertThat(seen).containsExactly("x");
    }

    @Test
    void aWorkerNeedsHandlersAndPools() {
        assertThatThrownBy(holdfast::start).isInstanceOf(IllegalStateException.class);
        holdfast.handle("a", String.class, HandlerOptions.DEFAULT.withPool("nowhere"), (x, context) -> Outcome.done());
        assertThatThrownBy(holdfast::start).hasMessageContaining("no pool nowhere");
        assertThatThrownBy(() -> holdfast.handle("a", String.class, (x, context) -> Outcome.done()))
                .hasMessageContaining("has a handler");
    }
}
