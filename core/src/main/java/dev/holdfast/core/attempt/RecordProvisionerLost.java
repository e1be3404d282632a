// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/**
 * Proof that the process is gone that would have kept the allocation; a lease that ran out is none.
 *
 * @param provisioner exactly the process that called the provider
 */
public record RecordProvisionerLost(
        ProviderClaim claim, ExecutionOwnerId owner, IncarnationId provisioner, EvidenceNote evidence)
        implements ProviderCommand<RecordProvisionerLost.Decided> {
    /** Answers {@link RecordProvisionerLost}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.Unauthorised,
                    Refusal.NotProcessBound,
                    Refusal.IncarnationMismatch,
                    Refusal.AlreadyAllocated,
                    Recorded,
                    Completed {}

    /** Abandoned by this. */
    public record Recorded() implements Decided {}

    /** It was settled before, and that stays; now nothing is owed any more. */
    public record Completed() implements Decided {}
}
