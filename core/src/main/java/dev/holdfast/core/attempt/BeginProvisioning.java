// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.ClaimSecret;
import java.time.Duration;
import java.util.Map;

/**
 * Opens the provider operation of a pending attempt. Only {@link Started} and {@link AlreadyYours} permit calling the
 * provider; an attempt is started once in its life.
 *
 * @param provisioner the process that is going to call the provider; the same for all its attempts
 * @param requestKey so that a reply that got lost can be asked for again: the claim is given again as long as nobody took over
 * @param lease 1 s to 1 h
 */
public record BeginProvisioning(
        ExecutionOwnerId owner,
        AttemptId attempt,
        ProviderId provider,
        Lifetime lifetime,
        IncarnationId provisioner,
        ControllerId controller,
        ClaimSecret secret,
        Duration lease,
        String requestKey,
        String environment,
        Map<String, String> labels)
        implements OwnedCommand<BeginProvisioning.Decided> {
    public BeginProvisioning {
        Bounds.lease(lease);
        labels = Map.copyOf(labels);
        Descriptor.check(environment, labels, requestKey);
    }

    /** Answers {@link BeginProvisioning}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.NotFound,
                    Refusal.Fenced,
                    Refusal.Resolved,
                    Refusal.AlreadyAllocated,
                    AlreadyYours,
                    Refusal.AlreadyProvisioning,
                    Started {}

    public record Started(Facts.Hold hold) implements Decided {}

    /** This request was started before, and its claim is still the current one. */
    public record AlreadyYours(Facts.Hold hold) implements Decided {}
}
