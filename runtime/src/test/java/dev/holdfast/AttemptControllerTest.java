// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static dev.holdfast.AttemptScene.creation;
import static dev.holdfast.AttemptScene.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.attempt.AdmitOperation;
import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.CompleteOperation;
import dev.holdfast.core.attempt.CreateAttempt;
import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.MarkReady;
import dev.holdfast.core.attempt.OperationId;
import dev.holdfast.core.attempt.OperationKind;
import dev.holdfast.core.attempt.OutcomeDecision;
import dev.holdfast.core.attempt.RegisterRuntime;
import dev.holdfast.core.attempt.Settlement;
import dev.holdfast.core.attempt.Stage;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The controller and its brain under a clock that is moved by hand, at a provider that has bad days. */
class AttemptControllerTest {
    private final AttemptScene scene = new AttemptScene();
    private final ScriptedProvisioner provider = scene.provider;

    @Test
    void anOutcomeIsToldAndNothingIsLeft() {
        AttemptController controller = scene.start();
        scene.create(controller, "a");
        assertThat(scene.attempt("a").isClaimable()).isTrue();
        assertThat(provider.alive(id("a"))).isOne();

        assertThat(scene.answer("a")).isInstanceOf(OutcomeDecision.Accepted.class);
        scene.passSeconds(1);

        scene.assertClosed("a", Settlement.Kind.OUTCOME);
        assertThat(controller.attempts()).isZero();
        assertThat(provider.calls()).containsExactly("provision a 1", "terminate a 1");
    }

    /** PF-035. */
    @Test
    void anAllocationThatEndsWithoutAnOutcomeFails() {
        AttemptController controller = scene.start();
        scene.create(controller, "a");
        provider.end(id("a"), true);
        scene.passSeconds(1);

        scene.assertClosed("a", Settlement.Kind.INFRASTRUCTURE_FAILURE);
        assertThat(scene.attempt("a").log().entries().toString()).contains("ended by itself");
    }

    @Test
    void whatIsLeftBehindIsTakenAwayBeforeTheAllocationCountsAsGone() {
        AttemptController controller = scene.start();
        scene.create(controller, "a");
        provider.failDeletions(2);
        provider.endInPart(id("a"));
        for (int second = 0; second < 10; second++) {
            scene.passSeconds(1);
            assertThat(scene.attempt("a").stage() instanceof Stage.Terminated).isEqualTo(provider.alive(id("a")) == 0);
        }

        scene.assertClosed("a", Settlement.Kind.INFRASTRUCTURE_FAILURE);
    }

    /** PF-040. */
    @Test
    void anEndThatNobodyToldIsFoundOut() {
        scene.create(scene.start(), "a");
        provider.end(id("a"), false);
        scene.passSeconds(25);
        assertThat(scene.attempt("a").isSettled()).isFalse();

        scene.passSeconds(10);
        scene.assertClosed("a", Settlement.Kind.INFRASTRUCTURE_FAILURE);
    }

    /** PF-036. */
    @Test
    void whatWasNeverMadeIsProvenAbsentAndGivenUp() {
        provider.making(ScriptedProvisioner.Making.NOTHING);
        scene.create(scene.start(), "a");
        assertThat(scene.attempt("a").isSettled()).isFalse();

        scene.passSeconds(3);
        scene.assertClosed("a", Settlement.Kind.ABANDONED);
    }

    @Test
    void aRefusalAbandons() {
        provider.making(ScriptedProvisioner.Making.REFUSES);
        scene.create(scene.start(), "a");

        scene.assertClosed("a", Settlement.Kind.ABANDONED);
    }

    /** PF-030. */
    @Test
    void anAnswerThatWasLostIsFoundAgain() {
        provider.making(ScriptedProvisioner.Making.ANSWER_LOST);
        AttemptController controller = scene.start();
        scene.create(controller, "a");
        assertThat(scene.attempt("a").stage()).isInstanceOf(Stage.Provisioning.class);
        assertThat(scene.attempt("a").isSettled()).isFalse();

        scene.passSeconds(3);
        assertThat(scene.attempt("a").stage()).isInstanceOf(Stage.Allocated.class);
        assertThat(provider.calls("provision")).isOne();
        assertThat(provider.calls("attach")).isOne();
        provider.end(id("a"), true);
        scene.passSeconds(1);
        scene.assertClosed("a", Settlement.Kind.INFRASTRUCTURE_FAILURE);
    }

    /** PF-033, PF-037. */
    @Test
    void whatComesLateIsNeitherMadeTwiceNorGivenUp() {
        provider.making(ScriptedProvisioner.Making.LATE);
        scene.create(scene.start(), "a");
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
        scene.create(scene.start(), "a");
        for (int i = 0; i < 60; i++) {
            scene.pass(Duration.ofMinutes(1));
        }
        assertThat(scene.ending("a")).as("no runtime came, says the clock").isEqualTo(Settlement.Kind.TIMED_OUT);
        assertThat(scene.attempt("a").isClosed()).as("and that proves nothing").isFalse();

        provider.seeing(ScriptedProvisioner.Seeing.WELL);
        scene.pass(Duration.ofMinutes(10));
        scene.passSeconds(3);
        scene.assertClosed("a", Settlement.Kind.TIMED_OUT);
    }

    @Test
    void theLossOfTheMakerIsProofWhereAllocationsEndWithIt() {
        provider.bind();
        provider.making(ScriptedProvisioner.Making.ANSWER_LOST);
        provider.seeing(ScriptedProvisioner.Seeing.NO_ANSWER);
        scene.create(scene.start(), "a");
        scene.passSeconds(20);
        assertThat(scene.attempt("a").isSettled()).isFalse();

        provider.loseMaker();
        scene.passSeconds(30);
        scene.assertClosed("a", Settlement.Kind.ABANDONED);
    }

    /** Of a managed allocation it says nothing. */
    @Test
    void theLossOfTheMakerIsNoProofOfAnythingElse() {
        provider.making(ScriptedProvisioner.Making.ANSWER_LOST);
        provider.seeing(ScriptedProvisioner.Seeing.NO_ANSWER);
        scene.create(scene.start(), "a");
        provider.loseMaker();
        scene.passSeconds(60);

        assertThat(scene.attempt("a").isSettled()).isFalse();
    }

    @Test
    void twoAllocationsOfOneAttemptAreForAPersonToTellApart() {
        provider.making(ScriptedProvisioner.Making.TWICE);
        scene.create(scene.start(), "a");
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
        scene.create(first, "a");
        first.abandon();
        provider.end(id("a"), false);
        provider.seeing(ScriptedProvisioner.Seeing.STALE);
        scene.start();
        scene.passSeconds(12);
        assertThat(scene.attempt("a").isSettled()).isFalse();
        assertThat(provider.calls("attach")).isOne();

        provider.tellEnd(id("a"));
        scene.passSeconds(1);
        scene.assertClosed("a", Settlement.Kind.INFRASTRUCTURE_FAILURE);
    }

    @Test
    void whatCannotBeDeletedIsOwedUntilItIs() {
        provider.failDeletions(5);
        scene.create(scene.start(), "a");
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
        scene.create(scene.start(), "a");
        AllocationRef exact = new AllocationRef(ScriptedProvisioner.ID, "{\"exact\":1}");
        provider.evolve(exact);
        scene.passSeconds(1);

        assertThat(scene.attempt("a").stage().allocation()).contains(exact);
    }

    @Test
    void anOwnerIsToldUntilItListens() {
        scene.refusals = 3;
        scene.create(scene.start(), "a");
        assertThat(scene.answer("a")).isInstanceOf(OutcomeDecision.Accepted.class);
        scene.passSeconds(1);
        assertThat(provider.alive(id("a")))
                .as("cleaning up does not wait for it")
                .isZero();
        assertThat(scene.attempt("a").isClosed()).isFalse();

        scene.passSeconds(5);
        scene.assertClosed("a", Settlement.Kind.OUTCOME);
    }

    @Test
    void whatWasToldToStopAndRunsNothingIsCancelled() {
        scene.create(scene.start(), "a");
        scene.cancel("a");
        scene.passSeconds(1);

        scene.assertClosed("a", Settlement.Kind.CANCELLED);
    }

    @Test
    void whatRunsHasTimeToStop() {
        scene.create(scene.start(), "a");
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
        scene.assertClosed("a", Settlement.Kind.INFRASTRUCTURE_FAILURE);
    }

    private void admit(String name, OperationKind kind) {
        assertThat(scene.ledger.submit(new AdmitOperation(
                        AttemptScene.OWNER, id("a"), new OperationId(name), kind, name, 1, Optional.empty(), false)))
                .isInstanceOf(AdmitOperation.Admitted.class);
    }

    @Test
    void whatHasASuccessorIsCleanedUp() {
        AttemptController controller = scene.start();
        scene.create(controller, "a");
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
        scene.assertClosed("a", Settlement.Kind.CANCELLED);
        assertThat(provider.calls()).isEmpty();
    }
}
