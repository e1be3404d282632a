// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;

/**
 * What a runtime may do, and that it is over.
 *
 * <pre>
 * admit     REACH
 *           1 key known: same kind and generation / anything else   Duplicate / AdmissionConflict
 *             (but a resumable one that was lost, for a newer generation: goes on); id taken   AdmissionConflict
 *           2 another operation is active             OperationActive
 *           3 gate closed                             GateClosed
 *           4 not a probe, and not ready              NotReady
 *           5 other generation, or lost               StaleGeneration
 *           6 a preparation that nobody wants / that is done   PreparationNotRequired / PreparationAlreadyCompleted
 *           7 the work, without the wanted workspace  PreparationRequired
 *           8 too many                                TooManyOperations
 *           9 Admitted / Resumed
 * complete  1 no such attempt                         NotFound
 *           2 settled                                 Resolved
 *           3 completed before                        Duplicate
 *           4 nothing is active                       NotActive
 *           5 something else is active                OperationMismatch
 *           6 by another generation                   StaleGeneration
 *           7 ends by what it brings                  ResultRequired
 *           8 Completed
 * </pre>
 */
final class OperationRules {
    private OperationRules() {}

    static AttemptRuling<AdmitOperation.Decided> admit(AdmitOperation command, Scene scene) {
        Optional<Refusal.Unreachable> refused = Guards.reach(scene, command.owner());
        if (refused.isPresent()) {
            return AttemptRuling.unchanged(refused.get());
        }
        Attempt attempt = scene.attempt().orElseThrow();
        Operations operations = attempt.operations();
        Optional<Operation> known = operations.byKey(command.key());
        Optional<Operation> again = known.filter(each -> goesOn(each, command));
        Optional<Operation> inTheWay =
                again.isPresent() ? Optional.empty() : known.or(() -> operations.find(command.operation()));
        if (inTheWay.isPresent()) {
            return AttemptRuling.unchanged(
                    isSame(inTheWay.get(), command)
                            ? new AdmitOperation.Duplicate(inTheWay.get())
                            : new Refusal.AdmissionConflict(scene.facts(), inTheWay.get()));
        }
        Optional<AdmitOperation.Decided> closed = closed(command, attempt, scene);
        if (closed.isPresent()) {
            return AttemptRuling.unchanged(closed.get());
        }
        Optional<dev.holdfast.core.Moment> until = command.limit().map(scene.now()::plus);
        if (again.isPresent()) {
            Operation resumed = again.get().resumed(command.generation(), until);
            return AttemptRuling.changed(
                    attempt.with(resumed),
                    new AdmitOperation.Resumed(resumed.id(), resumed.generation(), resumed.admittedAt()));
        }
        Operation admitted = new Operation(
                command.operation(),
                command.kind(),
                command.key(),
                command.generation(),
                scene.now(),
                until,
                command.resumable(),
                new Operation.State.Active());
        return AttemptRuling.changed(
                attempt.with(operations.admitted(admitted)),
                new AdmitOperation.Admitted(admitted.id(), admitted.generation(), scene.now()));
    }

    private static boolean isSame(Operation known, AdmitOperation command) {
        return known.key().equals(command.key())
                && known.kind().equals(command.kind())
                && known.generation() == command.generation();
    }

    private static boolean goesOn(Operation known, AdmitOperation command) {
        return known.resumable()
                && known.state() instanceof Operation.State.Lost
                && known.kind().equals(command.kind())
                && command.generation() > known.generation();
    }

    private static Optional<AdmitOperation.Decided> closed(AdmitOperation command, Attempt attempt, Scene scene) {
        Facts facts = scene.facts();
        if (attempt.operations().active().isPresent()) {
            return Optional.of(new Refusal.OperationActive(facts));
        }
        if (attempt.gate() == Gate.CLOSED) {
            return Optional.of(new Refusal.GateClosed(facts));
        }
        if (!command.kind().isProbe() && attempt.runtime().ready().isEmpty()) {
            return Optional.of(new Refusal.NotReady(facts));
        }
        if (!attempt.runtime().isCurrent(command.generation())) {
            return Optional.of(new Refusal.StaleGeneration(facts));
        }
        boolean wanted = attempt.origin().instruction().workspace().isPresent();
        boolean done = attempt.operations().hasPrepared(command.generation());
        if (command.kind().equals(OperationKind.PREPARATION) && !wanted) {
            return Optional.of(new Refusal.PreparationNotRequired(facts));
        }
        if (command.kind().equals(OperationKind.PREPARATION) && done) {
            return Optional.of(new Refusal.PreparationAlreadyCompleted(facts));
        }
        if (command.kind().runsTheWork() && wanted && !done) {
            return Optional.of(new Refusal.PreparationRequired(facts));
        }
        return attempt.operations().all().size() >= Operations.MAX
                ? Optional.of(new Refusal.TooManyOperations(facts, Operations.MAX))
                : Optional.empty();
    }

    static AttemptRuling<CompleteOperation.Decided> complete(CompleteOperation command, Scene scene) {
        if (scene.attempt().isEmpty()) {
            return AttemptRuling.unchanged(scene.notFound());
        }
        Attempt attempt = scene.attempt().get();
        if (attempt.isSettled()) {
            return AttemptRuling.unchanged(new Refusal.Resolved(scene.facts()));
        }
        if (attempt.operations()
                .find(command.operation())
                .filter(Operation::isDone)
                .isPresent()) {
            return AttemptRuling.unchanged(new CompleteOperation.Duplicate());
        }
        Optional<Operation> active = attempt.operations().active();
        if (active.isEmpty()) {
            return AttemptRuling.unchanged(new Refusal.NotActive(scene.facts()));
        }
        if (!active.get().id().equals(command.operation())) {
            return AttemptRuling.unchanged(new Refusal.OperationMismatch(scene.facts()));
        }
        if (active.get().generation() != command.generation()) {
            return AttemptRuling.unchanged(new Refusal.StaleGeneration(scene.facts()));
        }
        if (active.get().kind().needsResult()) {
            return AttemptRuling.unchanged(new Refusal.ResultRequired(scene.facts()));
        }
        return AttemptRuling.changed(
                attempt.with(active.get().become(new Operation.State.Completed(scene.now()))),
                new CompleteOperation.Completed());
    }
}
