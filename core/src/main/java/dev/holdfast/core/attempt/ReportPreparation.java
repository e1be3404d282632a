// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** Says that a workspace is prepared, which ends the operation that did it. */
public record ReportPreparation(
        ExecutionOwnerId owner, AttemptId attempt, long generation, OperationId operation, Preparation result)
        implements OwnedCommand<ReportPreparation.Decided> {
    /** Answers {@link ReportPreparation}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.Unreachable,
                    Duplicate,
                    Refusal.ReportConflict,
                    Refusal.StaleGeneration,
                    Refusal.NotActive,
                    Refusal.OperationMismatch,
                    Refusal.PreparationNotRequired,
                    Refusal.BindingMismatch,
                    Accepted {}

    public record Accepted(Preparation result) implements Decided {}

    /** It was said before, in the same words, whatever has happened since. */
    public record Duplicate(Preparation result) implements Decided {}
}
