// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;

/**
 * A workspace is prepared.
 *
 * <pre>
 * 1 no such attempt of this owner              NotFound
 * 2 this operation has brought one: same / other, or of another generation   Duplicate / ReportConflict
 * 3 rest of REACH                              Resolved, Fenced, NotAllocated
 * 4 other generation, or lost                  StaleGeneration
 * 5 nothing is active                          NotActive
 * 6 something else is active, or no preparation   OperationMismatch
 * 7 it is of another generation                StaleGeneration
 * 8 nobody wants a workspace                   PreparationNotRequired
 * 9 other source roots than in the instruction BindingMismatch
 * 10 Accepted: what it brought and that it is over are one change
 * </pre>
 *
 * <p>History is answered before reachability: who has reported is told so, whatever has happened since.
 */
final class PreparationRules {
    private PreparationRules() {}

    static AttemptRuling<ReportPreparation.Decided> report(ReportPreparation command, Scene scene) {
        Optional<Operation> before =
                scene.of(command.owner()).flatMap(each -> each.operations().find(command.operation()));
        Optional<Preparation> stored = before.flatMap(Operation::prepared);
        if (stored.isPresent()) {
            boolean same = before.orElseThrow().generation() == command.generation()
                    && stored.get().equals(command.result());
            return AttemptRuling.unchanged(
                    same
                            ? new ReportPreparation.Duplicate(stored.get())
                            : new Refusal.ReportConflict(scene.facts(), stored.get()));
        }
        Optional<Refusal.Unreachable> refused = Guards.reach(scene, command.owner());
        if (refused.isPresent()) {
            return AttemptRuling.unchanged(refused.get());
        }
        Attempt attempt = scene.attempt().orElseThrow();
        if (!attempt.runtime().isCurrent(command.generation())) {
            return AttemptRuling.unchanged(new Refusal.StaleGeneration(scene.facts()));
        }
        Optional<Operation> active = attempt.operations().active();
        if (active.isEmpty()) {
            return AttemptRuling.unchanged(new Refusal.NotActive(scene.facts()));
        }
        if (!active.get().id().equals(command.operation())
                || !active.get().kind().equals(OperationKind.PREPARATION)) {
            return AttemptRuling.unchanged(new Refusal.OperationMismatch(scene.facts()));
        }
        if (active.get().generation() != command.generation()) {
            return AttemptRuling.unchanged(new Refusal.StaleGeneration(scene.facts()));
        }
        Optional<Workspace> wanted = attempt.origin().instruction().workspace();
        if (wanted.isEmpty()) {
            return AttemptRuling.unchanged(new Refusal.PreparationNotRequired(scene.facts()));
        }
        if (!wanted.get().rootIds().equals(command.result().roots().keySet())) {
            return AttemptRuling.unchanged(new Refusal.BindingMismatch(scene.facts()));
        }
        return AttemptRuling.changed(
                attempt.with(active.get().become(new Operation.State.Prepared(scene.now(), command.result()))),
                new ReportPreparation.Accepted(command.result()));
    }
}
