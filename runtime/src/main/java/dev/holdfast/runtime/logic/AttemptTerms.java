// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import dev.holdfast.core.attempt.ControllerId;
import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.Lifetime;
import dev.holdfast.core.attempt.ProviderId;
import java.time.Duration;
import java.util.Map;

/**
 * As what, and for how long, a controller takes provider operations.
 *
 * @param lease of its claims, 1 s to 1 h; within 80 % of it they have to be renewed
 * @param look how often it looks what others did to an attempt
 * @param inspect how often it asks the provider after an allocation whose end it would be told
 * @param patience how long an attempt that was asked to stop has to do so before its allocation is ended
 */
public record AttemptTerms(
        ControllerId controller, Offer offer, Duration lease, Duration look, Duration inspect, Duration patience) {
    /** What it begins attempts with. */
    public record Offer(
            ProviderId provider,
            Lifetime lifetime,
            IncarnationId provisioner,
            String environment,
            Map<String, String> labels) {}
}
