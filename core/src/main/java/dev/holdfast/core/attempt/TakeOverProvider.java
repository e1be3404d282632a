// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.ClaimSecret;
import java.time.Duration;

/**
 * Takes a provider operation that nobody has, or whose lease is over by the ledger's clock. What is owed, what failed and what
 * is known stay.
 *
 * @param secret drawn for this take-over, so that it can be sent again
 * @param lease 1 s to 1 h
 */
public record TakeOverProvider(AttemptId attempt, ControllerId controller, ClaimSecret secret, Duration lease)
        implements AttemptCommand<TakeOverProvider.Decided> {
    public TakeOverProvider {
        Bounds.lease(lease);
    }

    /** Answers {@link TakeOverProvider}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.NotFound, Refusal.Resolved, AlreadyYours, Refusal.Stale, TakenOver {}

    /** This controller has it with this secret. */
    public record AlreadyYours(Facts.Hold hold) implements Decided {}

    public record TakenOver(Facts.Hold hold, Obligation obligation) implements Decided {}
}
