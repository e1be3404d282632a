// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;

/** Gives a provider operation back: the claim is fenced at once, and nobody has to wait for its lease. */
public record HandOffProvider(ProviderClaim claim, Optional<EvidenceNote> evidence)
        implements ProviderCommand<HandOffProvider.Decided> {
    /** Answers {@link HandOffProvider}. */
    public sealed interface Decided extends AttemptDecision permits AlreadyHandedOff, Refusal.Unauthorised, HandedOff {}

    public record HandedOff() implements Decided {}

    /** This claim was given back before, and nobody took over since. */
    public record AlreadyHandedOff() implements Decided {}
}
