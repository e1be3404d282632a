// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/**
 * Says which allocation there is, also for an attempt that was settled meanwhile, whose debt it becomes.
 *
 * @param discovered whether it was found again and not just made: nobody is let into such a one
 */
public record RecordAllocation(ProviderClaim claim, AllocationRef ref, boolean discovered)
        implements ProviderCommand<RecordAllocation.Decided> {
    /** Answers {@link RecordAllocation}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.ForeignProvider, Refusal.Unauthorised, Duplicate, Refusal.AllocationConflict, Recorded {}

    public record Recorded(boolean claimable) implements Decided {}

    /** This is the allocation that is known. */
    public record Duplicate() implements Decided {}
}
