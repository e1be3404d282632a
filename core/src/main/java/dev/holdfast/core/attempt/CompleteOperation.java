// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** Says that an operation is over. A superseded attempt owes that too, so that no owner is asked for. */
public record CompleteOperation(AttemptId attempt, OperationId operation, long generation)
        implements AttemptCommand<CompleteOperation.Decided> {
    /** Answers {@link CompleteOperation}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.NotFound,
                    Refusal.Resolved,
                    Duplicate,
                    Refusal.NotActive,
                    Refusal.OperationMismatch,
                    Refusal.StaleGeneration,
                    Refusal.ResultRequired,
                    Completed {}

    public record Completed() implements Decided {}

    public record Duplicate() implements Decided {}
}
