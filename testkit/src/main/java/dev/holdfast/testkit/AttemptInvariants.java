// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.EvidenceLog;
import dev.holdfast.core.attempt.Gate;
import dev.holdfast.core.attempt.Happened;
import dev.holdfast.core.attempt.LateOutcome;
import dev.holdfast.core.attempt.Operation;
import dev.holdfast.core.attempt.Operations;
import dev.holdfast.core.attempt.RuntimeState;
import dev.holdfast.core.attempt.Settlement;
import dev.holdfast.core.attempt.Stage;
import java.util.List;
import java.util.Set;

/**
 * What is true of the attempts of an owner at every commit: an allocation is of the provider that was asked, and an attempt is
 * closed on evidence alone (I9, I26); a generation names one incarnation, readiness a completed probe of that generation, one
 * operation runs at most (I25); all is bounded (I23); one attempt is open to runtimes at most.
 */
public final class AttemptInvariants {
    private AttemptInvariants() {}

    /**
     * Fails with what is not so.
     *
     * @param series all attempts of one owner, in order
     */
    public static void check(List<Attempt> series) {
        int ordinal = 0;
        for (Attempt attempt : series) {
            assertThat(attempt.origin().ordinal()).as("numbered without gaps").isEqualTo(++ordinal);
            assertThat(attempt.origin().predecessor())
                    .as("predecessor")
                    .isEqualTo(
                            ordinal == 1
                                    ? java.util.Optional.empty()
                                    : java.util.Optional.of(
                                            series.get(ordinal - 2).id()));
            boolean active = ordinal == series.size();
            if (!active) {
                assertThat(attempt.gate()).as("gate of a superseded attempt").isEqualTo(Gate.CLOSED);
                assertThat(attempt.isClaimable()).as("superseded and claimable").isFalse();
                assertThat(attempt.isSettled() || attempt.isOpen())
                        .as("superseded: settled, or something is owed")
                        .isTrue();
            }
            check(attempt);
        }
    }

    private static void check(Attempt attempt) {
        checkProvider(attempt);
        checkRuntime(attempt);
        checkOperations(attempt);
        attempt.settlement().ifPresent(settlement -> checkSettlement(attempt, settlement));
        assertThat(attempt.log().entries()).as("entries").hasSizeLessThanOrEqualTo(EvidenceLog.MAX);
        assertThat(attempt.late()).as("late outcomes").hasSizeLessThanOrEqualTo(LateOutcome.MAX);
        boolean closedGate = attempt.isSettled() || attempt.cancellation().isPresent();
        assertThat(!closedGate || attempt.gate() == Gate.CLOSED).as("gate").isTrue();
    }

    private static void checkProvider(Attempt attempt) {
        attempt.stage()
                .allocation()
                .ifPresent(reference -> assertThat(reference.provider())
                        .as("provider of the allocation")
                        .isEqualTo(attempt.stage().described().orElseThrow().provider()));
        attempt.stage()
                .provider()
                .ifPresent(operation -> operation
                        .completion()
                        .ifPresent(number -> assertThat(what(attempt, number))
                                .as("what completed it")
                                .isIn(Happened.COMPLETED, Happened.ABSENT, Happened.PROVISIONER_LOST)));
        if (attempt.stage() instanceof Stage.Terminated gone) {
            assertThat(what(attempt, gone.evidence())).as("what ended it").isEqualTo(Happened.TERMINATED);
        }
    }

    private static void checkRuntime(Attempt attempt) {
        RuntimeState runtime = attempt.runtime();
        assertThat(runtime.generation()).as("generations").isBetween(0L, (long) RuntimeState.MAX_GENERATIONS);
        assertThat(runtime.fenced()).as("fenced once each").doesNotHaveDuplicates();
        boolean lost = runtime.endpoint() instanceof RuntimeState.Endpoint.Lost;
        runtime.incarnation()
                .ifPresent(each -> assertThat(runtime.fenced().contains(each))
                        .as("the endpoint is fenced when it is lost")
                        .isEqualTo(lost));
        runtime.ready().ifPresent(ready -> {
            Operation probe = attempt.operations().find(ready.probe()).orElseThrow();
            assertThat(probe.kind().value()).as("what shows readiness").isEqualTo("runtime-probe");
            assertThat(probe.generation()).as("of its generation").isEqualTo(runtime.generation());
            assertThat(probe.state()).as("came back").isInstanceOf(Operation.State.Completed.class);
        });
    }

    private static void checkOperations(Attempt attempt) {
        List<Operation> all = attempt.operations().all();
        assertThat(all).as("operations").hasSizeLessThanOrEqualTo(Operations.MAX);
        assertThat(all.stream().map(Operation::key)).as("keys").doesNotHaveDuplicates();
        assertThat(all.stream().map(Operation::id)).as("ids").doesNotHaveDuplicates();
        assertThat(all.stream().filter(Operation::isActive).count())
                .as("active at once")
                .isLessThanOrEqualTo(1);
        all.forEach(each -> assertThat(each.generation())
                .as("generation of an operation")
                .isBetween(1L, attempt.runtime().generation()));
    }

    private static void checkSettlement(Attempt attempt, Settlement settlement) {
        Set<Happened> lawful = switch (settlement.kind()) {
            case OUTCOME -> Set.of(Happened.OUTCOME);
            case ABANDONED -> Set.of(Happened.ABANDONED, Happened.ABSENT, Happened.PROVISIONER_LOST);
            case INFRASTRUCTURE_FAILURE -> Set.of(Happened.TERMINATED);
            case CANCELLED -> Set.of(Happened.CANCELLED);
            case SUPERSEDED -> Set.of(Happened.SUPERSEDED);
            case TIMED_OUT -> Set.of(Happened.TIMED_OUT);
        };
        assertThat(what(attempt, settlement.evidence())).as("what settled it").isIn(lawful);
    }

    private static Happened what(Attempt attempt, int number) {
        return attempt.log().entry(number).orElseThrow().what();
    }
}
