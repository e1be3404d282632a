// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/**
 * Replaces what is known of an allocation by something more exact about the same one.
 *
 * @param current what the caller believes to be known
 */
public record EvolveAllocation(ProviderClaim claim, ExecutionOwnerId owner, AllocationRef current, AllocationRef next)
        implements ProviderCommand<EvolveAllocation.Decided> {
    /** Answers {@link EvolveAllocation}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.ForeignProvider, Refusal.Unauthorised, Refusal.NotAllocated, AlreadyEvolved, Evolved {}

    public record Evolved() implements Decided {}

    /** What was to become known is known. */
    public record AlreadyEvolved() implements Decided {}
}
