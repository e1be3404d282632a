// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.ClaimSecret;

/** What a controller shows to act on the provider operation of an attempt: all four have to be the current ones. */
public record ProviderClaim(AttemptId attempt, long generation, ControllerId controller, ClaimSecret secret) {
    public ProviderClaim {
        if (generation < 1) {
            throw new IllegalArgumentException("generations are counted from 1, not " + generation);
        }
    }
}
