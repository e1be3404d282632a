// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** Settles an attempt whose allocation is gone and whose outcome never came. Whoever comes first of this and an outcome wins. */
public record RecordInfrastructureFailure(ProviderClaim claim, ExecutionOwnerId owner)
        implements ProviderCommand<RecordInfrastructureFailure.Decided> {
    /** Answers {@link RecordInfrastructureFailure}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.Unauthorised, Refusal.NotAllocated, Refusal.NotTerminated, Recorded {}

    /** @param evidence number of the proof that the allocation is gone */
    public record Recorded(int evidence) implements Decided {}
}
