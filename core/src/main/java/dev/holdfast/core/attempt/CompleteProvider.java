// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** Says that nothing is left to do at the provider. The first evidence stands, also for later controllers. */
public record CompleteProvider(ProviderClaim claim, EvidenceNote evidence)
        implements ProviderCommand<CompleteProvider.Decided> {
    /** Answers {@link CompleteProvider}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.NotFound, Refusal.Stale, AlreadyCompleted, EvidenceRecorded, Completed {}

    /** @param evidence number of the first evidence */
    public record AlreadyCompleted(int evidence) implements Decided {}

    /** The evidence stands; the attempt is closed once it is settled. */
    public record EvidenceRecorded(int evidence) implements Decided {}

    public record Completed(int evidence) implements Decided {}
}
