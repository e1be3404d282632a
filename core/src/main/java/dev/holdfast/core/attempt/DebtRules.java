// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What closes the debt at a provider, and what settles an attempt for want of an allocation. Positive proof only.
 *
 * <pre>
 * absence   AUTH, NotFound for another owner
 *           1 there is an allocation           AlreadyAllocated
 *           2 settled before / not             Completed / Recorded: abandoned
 * lost      AUTH, NotFound for another owner
 *           1 the allocation outlives its maker  NotProcessBound
 *           2 another process made it          IncarnationMismatch
 *           3 there is an allocation           AlreadyAllocated
 *           4 settled before / not             Completed / Recorded: abandoned
 * infrastructure failure
 *           AUTH, NotFound for another owner
 *           1 settled                          Resolved
 *           2 no allocation                    NotAllocated
 *           3 nobody has shown that it is gone NotTerminated
 *           4 Recorded, on the evidence that it is gone
 * complete  1 no attempt or operation          NotFound
 *           2 claim not the current one        Stale
 *           3 closed                           AlreadyCompleted
 *           4 evidence there, not settled      EvidenceRecorded, with the first evidence
 *           5 settled / not                    Completed / EvidenceRecorded
 * </pre>
 */
final class DebtRules {
    private DebtRules() {}

    static AttemptRuling<RecordAbsence.Decided> absent(RecordAbsence command, Scene scene) {
        Optional<Refusal.Unauthorised> refused = Guards.auth(scene, command.claim(), command.owner());
        if (refused.isPresent()) {
            return AttemptRuling.unchanged(refused.get());
        }
        Attempt attempt = scene.attempt().orElseThrow();
        if (attempt.stage().allocation().isPresent()) {
            return AttemptRuling.unchanged(new Refusal.AlreadyAllocated(scene.facts()));
        }
        return AttemptRuling.changed(
                nothingThere(attempt, Happened.ABSENT, command.evidence(), scene),
                attempt.isSettled() ? new RecordAbsence.Completed() : new RecordAbsence.Recorded());
    }

    static AttemptRuling<RecordProvisionerLost.Decided> lost(RecordProvisionerLost command, Scene scene) {
        Optional<Refusal.Unauthorised> refused = Guards.auth(scene, command.claim(), command.owner());
        if (refused.isPresent()) {
            return AttemptRuling.unchanged(refused.get());
        }
        Attempt attempt = scene.attempt().orElseThrow();
        Descriptor known = attempt.stage().described().orElseThrow();
        if (known.lifetime() != Lifetime.PROVISIONER_PROCESS_BOUND) {
            return AttemptRuling.unchanged(new Refusal.NotProcessBound(scene.facts(), known.lifetime()));
        }
        if (!known.provisioner().equals(command.provisioner())) {
            return AttemptRuling.unchanged(new Refusal.IncarnationMismatch(scene.facts(), known.provisioner()));
        }
        if (attempt.stage().allocation().isPresent()) {
            return AttemptRuling.unchanged(new Refusal.AlreadyAllocated(scene.facts()));
        }
        return AttemptRuling.changed(
                nothingThere(attempt, Happened.PROVISIONER_LOST, command.evidence(), scene),
                attempt.isSettled() ? new RecordProvisionerLost.Completed() : new RecordProvisionerLost.Recorded());
    }

    private static Attempt nothingThere(Attempt attempt, Happened what, EvidenceNote evidence, Scene scene) {
        Attempt told = attempt.logged(scene.now(), what, Optional.of(evidence));
        int number = told.log().written();
        Attempt completed = told.with(ProviderRules.operation(told).completed(number));
        return completed.isSettled()
                ? completed
                : completed.settled(new Settlement.WithoutOutcome(Settlement.Kind.ABANDONED, scene.now(), number));
    }

    static AttemptRuling<RecordInfrastructureFailure.Decided> failed(RecordInfrastructureFailure command, Scene scene) {
        Optional<Refusal.Unauthorised> refused = Guards.auth(scene, command.claim(), command.owner());
        if (refused.isPresent()) {
            return AttemptRuling.unchanged(refused.get());
        }
        Attempt attempt = scene.attempt().orElseThrow();
        if (attempt.isSettled()) {
            return AttemptRuling.unchanged(new Refusal.Resolved(scene.facts()));
        }
        return switch (attempt.stage()) {
            case Stage.Pending pending -> AttemptRuling.unchanged(new Refusal.NotAllocated(scene.facts()));
            case Stage.Provisioning provisioning -> AttemptRuling.unchanged(new Refusal.NotAllocated(scene.facts()));
            case Stage.Allocated allocated -> AttemptRuling.unchanged(new Refusal.NotTerminated(scene.facts()));
            case Stage.Terminated gone ->
                AttemptRuling.changed(
                        attempt.settled(new Settlement.WithoutOutcome(
                                Settlement.Kind.INFRASTRUCTURE_FAILURE, scene.now(), gone.evidence())),
                        new RecordInfrastructureFailure.Recorded(gone.evidence()));
        };
    }

    static AttemptRuling<CompleteProvider.Decided> complete(CompleteProvider command, Scene scene) {
        Optional<ProviderOperation> stored =
                scene.attempt().flatMap(each -> each.stage().provider());
        if (stored.isEmpty()) {
            return AttemptRuling.unchanged(scene.notFound());
        }
        if (!stored.get().authorises(command.claim())) {
            return AttemptRuling.unchanged(new Refusal.Stale(scene.facts()));
        }
        Attempt attempt = scene.attempt().orElseThrow();
        OptionalInt first = stored.get().completion();
        if (first.isPresent()) {
            return AttemptRuling.unchanged(
                    attempt.isSettled()
                            ? new CompleteProvider.AlreadyCompleted(first.getAsInt())
                            : new CompleteProvider.EvidenceRecorded(first.getAsInt()));
        }
        Attempt told = attempt.logged(scene.now(), Happened.COMPLETED, Optional.of(command.evidence()));
        int number = told.log().written();
        return AttemptRuling.changed(
                told.with(stored.get().completed(number)),
                attempt.isSettled()
                        ? new CompleteProvider.Completed(number)
                        : new CompleteProvider.EvidenceRecorded(number));
    }
}
