// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** Proof that there is no allocation and never will be one. Abandons an attempt that is not settled. */
public record RecordAbsence(ProviderClaim claim, ExecutionOwnerId owner, EvidenceNote evidence)
        implements ProviderCommand<RecordAbsence.Decided> {
    /** Answers {@link RecordAbsence}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.Unauthorised, Refusal.AlreadyAllocated, Recorded, Completed {}

    /** Abandoned by this. */
    public record Recorded() implements Decided {}

    /** It was settled before, and that stays; now nothing is owed any more. */
    public record Completed() implements Decided {}
}
