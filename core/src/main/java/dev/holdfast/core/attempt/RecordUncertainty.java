// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;

/** Says that something was tried at the provider and nobody can tell what came of it. Settles nothing, ever. */
public record RecordUncertainty(ProviderClaim claim, EvidenceNote evidence)
        implements ProviderCommand<RecordUncertainty.Decided> {
    /** Answers {@link RecordUncertainty}. */
    public sealed interface Decided extends AttemptDecision permits Refusal.Unauthorised, Recorded {}

    /** @param dueAt when to try again */
    public record Recorded(int failures, Moment dueAt) implements Decided {}
}
