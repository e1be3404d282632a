// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** Settles an attempt as cancelled that was asked to stop and has nothing running. What it has at its provider is still owed. */
public record ConcludeCancellation(ExecutionOwnerId owner, AttemptId attempt)
        implements OwnedCommand<ConcludeCancellation.Decided> {
    /** Answers {@link ConcludeCancellation}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.NotFound, Refusal.Resolved, Refusal.NotCancelled, Refusal.OperationActive, Concluded {}

    public record Concluded() implements Decided {}
}
