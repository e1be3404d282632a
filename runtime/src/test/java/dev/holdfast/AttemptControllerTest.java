// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static dev.holdfast.AttemptScene.LEASE;
import static dev.holdfast.AttemptScene.OPTIONS;
import static dev.holdfast.AttemptScene.creation;
import static dev.holdfast.AttemptScene.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Query;
import dev.holdfast.core.attempt.AdmitOperation;
import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.BeginProvisioning;
import dev.holdfast.core.attempt.CompleteOperation;
import dev.holdfast.core.attempt.ControllerId;
import dev.holdfast.core.attempt.CreateAttempt;
import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.Lifetime;
import dev.holdfast.core.attempt.MarkReady;
import dev.holdfast.core.attempt.OperationId;
import dev.holdfast.core.attempt.OperationKind;
import dev.holdfast.core.attempt.OutcomeDecision;
import dev.holdfast.core.attempt.RegisterRuntime;
import dev.holdfast.core.attempt.Settlement;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.attempt.Stage;
import dev.holdfast.core.attempt.TakeOverProvider;
import dev.holdfast.core.ledger.ForwardingLedger;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.runtime.logic.AttemptLogic;
import dev.holdfast.runtime.logic.AttemptStep;
import dev.holdfast.runtime.logic.AttemptTerms;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The controller and its brain under a clock that is moved by hand, at a provider that has bad days. */
class AttemptControllerTest {
    private final AttemptScene scene = new AttemptScene();
    private final ScriptedProvisioner provider = scene.provider;

    private void create(AttemptController controller, String attempt) {
        assertThat(controller.create(creation(attempt, Optional.empty()))).isInstanceOf(CreateAttempt.Created.class);
    }

    private Settlement.Kind ending(String attempt) {
        return scene.attempt(attempt).settlement().orElseThrow().kind();
    }

    private void assertClosed(String attempt, Settlement.Kind kind) {
        assertThat(scene.attempt(attempt).isClosed()).as("closed").isTrue();
        assertThat(ending(attempt)).isEqualTo(kind);
        assertThat(provider.alive(id(attempt))).isZero();
        assertThat(scene.told).containsExactly(attempt + " " + kind);
    }

    @Test
    void anOutcomeIsToldAndNothingIsLeft() {
        AttemptController controller = scene.start();
        create(controller, "a");
        assertThat(scene.attempt("a").isClaimable()).isTrue();
        assertThat(provider.alive(id("a"))).isOne();

        assertThat(scene.answer("a")).isInstanceOf(OutcomeDecision.Accepted.class);
        scene.passSeconds(1);

        assertClosed("a", Settlement.Kind.OUTCOME);
        assertThat(controller.attempts()).isZero();
        assertThat(provider.calls()).containsExactly("provision a 1", "terminate a 1");
    }

    /** PF-035. */
    @Test
    void anAllocationThatEndsWithoutAnOutcomeFails() {
        AttemptController controller = scene.start();
        create(controller, "a");
        provider.end(id("a"), true);
        scene.passSeconds(1);

        assertClosed("a", Settlement.Kind.INFRASTRUCTURE_FAILURE);
        assertThat(scene.attempt("a").log().entries().toString()).contains("ended by itself");
    }

    @Test
    void whatIsLeftBehindIsTakenAwayBeforeTheAllocationCountsAsGone() {
        AttemptController controller = scene.start();
        create(controller, "a");
        provider.failDeletions(2);
        provider.endInPart(id("a"));
        for (int second = 0; second < 10; second++) {
            scene.passSeconds(1);
            assertThat(scene.attempt("a").stage() instanceof Stage.Terminated).isEqualTo(provider.alive(id("a")) == 0);
        }

        assertClosed("a", Settlement.Kind.INFRASTRUCTURE_FAILURE);
    }

    /** PF-040. */
    @Test
    void anEndThatNobodyToldIsFoundOut() {
        create(scene.start(), "a");
        provider.end(id("a"), false);
        scene.passSeconds(25);
        assertThat(scene.attempt("a").isSettled()).isFalse();

        scene.passSeconds(10);
        assertClosed("a", Settlement.Kind.INFRASTRUCTURE_FAILURE);
    }

    /** PF-036. */
    @Test
    void whatWasNeverMadeIsProvenAbsentAndGivenUp() {
        provider.making(ScriptedProvisioner.Making.NOTHING);
        create(scene.start(), "a");
        assertThat(scene.attempt("a").isSettled()).isFalse();

        scene.passSeconds(3);
        assertClosed("a", Settlement.Kind.ABANDONED);
    }

    @Test
    void aRefusalAbandons() {
        provider.making(ScriptedProvisioner.Making.REFUSES);
        create(scene.start(), "a");

        assertClosed("a", Settlement.Kind.ABANDONED);
    }

    /** PF-030. */
    @Test
    void anAnswerThatWasLostIsFoundAgain() {
        provider.making(ScriptedProvisioner.Making.ANSWER_LOST);
        AttemptController controller = scene.start();
        create(controller, "a");
        assertThat(scene.attempt("a").stage()).isInstanceOf(Stage.Provisioning.class);
        assertThat(scene.attempt("a").isSettled()).isFalse();

        scene.passSeconds(3);
        assertThat(scene.attempt("a").stage()).isInstanceOf(Stage.Allocated.class);
        assertThat(provider.calls("provision")).isOne();
        assertThat(provider.calls("attach")).isOne();
        provider.end(id("a"), true);
        scene.passSeconds(1);
        assertClosed("a", Settlement.Kind.INFRASTRUCTURE_FAILURE);
    }

    /** PF-033, PF-037. */
    @Test
    void whatComesLateIsNeitherMadeTwiceNorGivenUp() {
        provider.making(ScriptedProvisioner.Making.LATE);
        create(scene.start(), "a");
        scene.passSeconds(60);
        assertThat(scene.attempt("a").isSettled()).isFalse();
        assertThat(scene.attempt("a").stage().provider().orElseThrow().failures())
                .isBetween(4, 8);

        provider.arrive(id("a"));
        scene.passSeconds(120);
        assertThat(scene.attempt("a").stage()).isInstanceOf(Stage.Allocated.class);
        assertThat(provider.made(id("a"))).isOne();
        assertThat(provider.calls("provision")).isOne();
    }

    @Test
    void aProviderThatForgetsProvesNothing() {
        provider.making(ScriptedProvisioner.Making.ANSWER_LOST);
        provider.seeing(ScriptedProvisioner.Seeing.FORGETS);
        create(scene.start(), "a");
        for (int i = 0; i < 60; i++) {
            scene.pass(Duration.ofMinutes(1));
        }
        assertThat(ending("a")).as("no runtime came, says the clock").isEqualTo(Settlement.Kind.TIMED_OUT);
        assertThat(scene.attempt("a").isClosed()).as("and that proves nothing").isFalse();

        provider.seeing(ScriptedProvisioner.Seeing.WELL);
        scene.pass(Duration.ofMinutes(10));
        scene.passSeconds(3);
        assertClosed("a", Settlement.Kind.TIMED_OUT);
    }

    @Test
    void theLossOfTheMakerIsProofWhereAllocationsEndWithIt() {
        provider.bind();
        provider.making(ScriptedProvisioner.Making.ANSWER_LOST);
        provider.seeing(ScriptedProvisioner.Seeing.NO_ANSWER);
        create(scene.start(), "a");
        scene.passSeconds(20);
        assertThat(scene.attempt("a").isSettled()).isFalse();

        provider.loseMaker();
        scene.passSeconds(30);
        assertClosed("a", Settlement.Kind.ABANDONED);
    }

    /** Of a managed allocation it says nothing. */
    @Test
    void theLossOfTheMakerIsNoProofOfAnythingElse() {
        provider.making(ScriptedProvisioner.Making.ANSWER_LOST);
        provider.seeing(ScriptedProvisioner.Seeing.NO_ANSWER);
        create(scene.start(), "a");
        provider.loseMaker();
        scene.passSeconds(60);

        assertThat(scene.attempt("a").isSettled()).isFalse();
    }

    @Test
    void twoAllocationsOfOneAttemptAreForAPersonToTellApart() {
        provider.making(ScriptedProvisioner.Making.TWICE);
        create(scene.start(), "a");
        for (int i = 0; i < 60; i++) {
            scene.pass(Duration.ofMinutes(1));
        }

        assertThat(scene.attempt("a").isClosed()).isFalse();
        assertThat(scene.attempt("a").log().entries().toString()).contains("more than one");
        assertThat(provider.calls("terminate"))
                .as("neither is ended on a guess")
                .isZero();
    }

    @Test
    void aStaleReportIsCorrectedByTheEnd() {
        AttemptController first = scene.start();
        create(first, "a");
        first.abandon();
        provider.end(id("a"), false);
        provider.seeing(ScriptedProvisioner.Seeing.STALE);
        scene.start();
        scene.passSeconds(12);
        assertThat(scene.attempt("a").isSettled()).isFalse();
        assertThat(provider.calls("attach")).isOne();

        provider.tellEnd(id("a"));
        scene.passSeconds(1);
        assertClosed("a", Settlement.Kind.INFRASTRUCTURE_FAILURE);
    }

    @Test
    void whatCannotBeDeletedIsOwedUntilItIs() {
        provider.failDeletions(5);
        create(scene.start(), "a");
        assertThat(scene.answer("a")).isInstanceOf(OutcomeDecision.Accepted.class);
        for (int second = 0; second < 25; second++) {
            scene.passSeconds(1);
            assertThat(scene.attempt("a").isClosed()).isEqualTo(provider.alive(id("a")) == 0);
        }
        assertThat(scene.told).as("the owner need not wait").contains("a OUTCOME");
        assertThat(scene.attempt("a").isClosed()).isFalse();

        scene.passSeconds(30);
        assertThat(scene.attempt("a").isClosed()).isTrue();
        assertThat(provider.calls("terminate")).isEqualTo(6);
    }

    @Test
    void whatIsKnownMoreExactlyIsRecorded() {
        create(scene.start(), "a");
        AllocationRef exact = new AllocationRef(ScriptedProvisioner.ID, "{\"exact\":1}");
        provider.evolve(exact);
        scene.passSeconds(1);

        assertThat(scene.attempt("a").stage().allocation()).contains(exact);
    }

    @Test
    void anOwnerIsToldUntilItListens() {
        scene.refusals = 3;
        create(scene.start(), "a");
        assertThat(scene.answer("a")).isInstanceOf(OutcomeDecision.Accepted.class);
        scene.passSeconds(1);
        assertThat(provider.alive(id("a")))
                .as("cleaning up does not wait for it")
                .isZero();
        assertThat(scene.attempt("a").isClosed()).isFalse();

        scene.passSeconds(5);
        assertClosed("a", Settlement.Kind.OUTCOME);
    }

    @Test
    void whatWasToldToStopAndRunsNothingIsCancelled() {
        create(scene.start(), "a");
        scene.cancel("a");
        scene.passSeconds(1);

        assertClosed("a", Settlement.Kind.CANCELLED);
    }

    @Test
    void whatRunsHasTimeToStop() {
        create(scene.start(), "a");
        IncarnationId runtime = new IncarnationId("runtime");
        var unused =
                scene.ledger.submit(new RegisterRuntime(AttemptScene.OWNER, id("a"), runtime, Duration.ofMinutes(10)));
        admit("probe", OperationKind.PROBE);
        var completed = scene.ledger.submit(new CompleteOperation(id("a"), new OperationId("probe"), 1));
        var ready = scene.ledger.submit(new MarkReady(AttemptScene.OWNER, id("a"), 1, "2026-01-01T00:00:00Z"));
        assertThat(ready).isInstanceOf(MarkReady.Ready.class);
        assertThat(completed).isInstanceOf(CompleteOperation.Completed.class);
        admit("run", OperationKind.WORKFLOW_RUN);
        scene.cancel("a");
        scene.passSeconds(25);
        assertThat(provider.alive(id("a"))).isOne();

        scene.passSeconds(10);
        assertClosed("a", Settlement.Kind.INFRASTRUCTURE_FAILURE);
    }

    private void admit(String name, OperationKind kind) {
        assertThat(scene.ledger.submit(new AdmitOperation(
                        AttemptScene.OWNER, id("a"), new OperationId(name), kind, name, 1, Optional.empty(), false)))
                .isInstanceOf(AdmitOperation.Admitted.class);
    }

    @Test
    void whatHasASuccessorIsCleanedUp() {
        AttemptController controller = scene.start();
        create(controller, "a");
        assertThat(controller.create(creation("b", Optional.of("a")))).isInstanceOf(CreateAttempt.Created.class);
        scene.passSeconds(1);

        assertThat(scene.attempt("a").isClosed()).isTrue();
        assertThat(provider.alive(id("a"))).isZero();
        assertThat(provider.alive(id("b"))).isOne();
    }

    @Test
    void aPendingAttemptThatIsToldToStopIsNeverProvided() {
        assertThat(scene.ledger.submit(creation("a", Optional.empty()))).isInstanceOf(CreateAttempt.Created.class);
        scene.cancel("a");
        var replayed = scene.start().create(creation("a", Optional.empty()));

        assertThat(replayed).isInstanceOf(CreateAttempt.Replayed.class);
        assertClosed("a", Settlement.Kind.CANCELLED);
        assertThat(provider.calls()).isEmpty();
    }

    @Test
    void aControllerThatCannotRenewActsNoMoreAndAnotherOneTakesOver() {
        Outage outage = new Outage(scene.ledger);
        AttemptController first = scene.start(provider, outage, OPTIONS);
        create(first, "a");
        AttemptController second = scene.start();
        outage.away = true;
        scene.passSeconds(7);
        assertThat(first.attempts()).isOne();
        scene.passSeconds(1);
        assertThat(first.attempts()).as("80 % of the lease are over").isZero();
        assertThat(second.attempts()).isZero();
        provider.end(id("a"), true);
        assertThat(provider.calls("terminate")).isZero();

        scene.passSeconds(3);
        assertClosed("a", Settlement.Kind.INFRASTRUCTURE_FAILURE);
        assertThat(provider.calls()).contains("inspect a 2", "terminate a 2").doesNotContain("terminate a 1");
    }

    /** The lease counts from the first try, whose answer was lost, and not from the one that is answered. */
    @Test
    void aLeaseCountsFromWhenItWasFirstAskedFor() {
        AttemptTerms terms = new AttemptTerms(
                new ControllerId("c"),
                new AttemptTerms.Offer(
                        ScriptedProvisioner.ID, Lifetime.PROVIDER_MANAGED, new IncarnationId("i"), "test", Map.of()),
                LEASE,
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30));
        AttemptLogic logic = new AttemptLogic(id("a"), terms, new ClaimSecret(1, 2), scene.clock, () -> 0L);
        assertThat(scene.ledger.submit(creation("a", Optional.empty()))).isInstanceOf(CreateAttempt.Created.class);
        logic.seen(scene.ledger.ask(new ShowAttempt(id("a"))), 0);
        long second = Duration.ofSeconds(1).toNanos();
        BeginProvisioning begin = (BeginProvisioning) ((AttemptStep.Ask) logic.next(0)).command();
        assertThat(scene.ledger.submit(begin)).isInstanceOf(BeginProvisioning.Started.class);
        logic.failed(0);

        logic.seen(scene.ledger.ask(new ShowAttempt(id("a"))), second);
        TakeOverProvider again = (TakeOverProvider) ((AttemptStep.Ask) logic.next(second)).command();
        TakeOverProvider.Decided answer = scene.ledger.submit(again);
        assertThat(answer).isInstanceOf(TakeOverProvider.AlreadyYours.class);
        logic.decided(again, answer, second);
        assertThat(logic.trustedUntil()).isEqualTo(8 * second);

        logic.seen(scene.ledger.ask(new ShowAttempt(id("a"))), second);
        assertThat(logic.next(second)).as("nobody has asked the provider").isInstanceOf(AttemptStep.Provision.class);
    }

    private static final class Outage extends ForwardingLedger {
        private boolean away;

        Outage(Ledger ledger) {
            super(ledger);
        }

        @Override
        public <R extends Decision> R submit(Command<R> command) {
            if (away) {
                throw new LedgerUnavailable("away");
            }
            return super.submit(command);
        }

        @Override
        public <R> R ask(Query<R> query) {
            if (away) {
                throw new LedgerUnavailable("away");
            }
            return super.ask(query);
        }
    }

    @Test
    void aLeaseIsRenewedForAsLongAsTheAttemptLasts() {
        AttemptController controller = scene.start();
        create(controller, "a");
        scene.start();
        scene.passSeconds(10 * (int) LEASE.toSeconds());

        assertThat(scene.attempt("a").stage().provider().orElseThrow().generation())
                .isOne();
        assertThat(controller.attempts()).isOne();
    }

    @Test
    void whoStopsGivesBackAtOnce() {
        AttemptController first = scene.start();
        create(first, "a");
        first.close();
        assertThat(first.attempts()).isZero();
        assertThat(provider.alive(id("a"))).isOne();

        AttemptController second = scene.start();
        assertThat(second.attempts()).isOne();
        assertThat(provider.calls()).containsExactly("provision a 1", "inspect a 2", "attach a 2");
    }
}
