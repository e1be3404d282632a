// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** Gives up an attempt for which no provider was asked. */
public record AbandonPending(ExecutionOwnerId owner, AttemptId attempt)
        implements OwnedCommand<AbandonPending.Decided> {
    /** Answers {@link AbandonPending}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.Fenced,
                    Refusal.AlreadyAllocated,
                    Refusal.AlreadyProvisioning,
                    AlreadyAbandoned,
                    Refusal.AlreadySettled,
                    Abandoned {}

    public record Abandoned() implements Decided {}

    public record AlreadyAbandoned() implements Decided {}
}
