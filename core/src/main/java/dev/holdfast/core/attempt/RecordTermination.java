// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** Proof that the allocation is gone. Does not settle: an outcome may still come. */
public record RecordTermination(ProviderClaim claim, EvidenceNote evidence)
        implements ProviderCommand<RecordTermination.Decided> {
    /** Answers {@link RecordTermination}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.Unauthorised, Refusal.NotAllocated, Recorded {}

    /** @param first number of the evidence that stands */
    public record Recorded(int first) implements Decided {}
}
