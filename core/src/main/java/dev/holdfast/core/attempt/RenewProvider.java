// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.time.Duration;

/**
 * Renews the lease of a provider operation, also when it is over and nobody took over. Counts from now: a lease may become
 * shorter, never one that is over already.
 *
 * @param lease 1 s to 1 h
 */
public record RenewProvider(ProviderClaim claim, Duration lease) implements ProviderCommand<RenewProvider.Decided> {
    public RenewProvider {
        Bounds.lease(lease);
    }

    /** Answers {@link RenewProvider}. */
    public sealed interface Decided extends AttemptDecision permits Refusal.Unauthorised, Renewed {}

    public record Renewed(Facts.Hold hold) implements Decided {}
}
