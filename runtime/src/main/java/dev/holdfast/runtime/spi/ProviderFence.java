// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.spi;

import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.ProviderClaim;

/**
 * Goes with every call to a provider: for which attempt, and under which claim. The attempt makes a call idempotent, because
 * an attempt has one allocation at most; the generation lets a provider refuse whoever was replaced.
 *
 * @param generation of the claim, from 1; a later one replaces all before it
 */
public record ProviderFence(AttemptId attempt, long generation) {
    public ProviderFence {
        if (generation < 1) {
            throw new IllegalArgumentException("generations are counted from 1, not " + generation);
        }
    }

    public static ProviderFence of(ProviderClaim claim) {
        return new ProviderFence(claim.attempt(), claim.generation());
    }
}
