// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;

/**
 * Asks for up to {@code max} units of a pool.
 *
 * @param request sent again, it gives the same grants and never new ones
 * @param max 1 to {@link #MAX}
 */
public record ClaimWork(PoolId pool, WorkerId worker, RequestId request, ClaimSecret secret, int max)
        implements Command<ClaimDecision> {
    /** Most grants of one request. */
    public static final int MAX = 1_000;

    public ClaimWork {
        if (max < 1 || max > MAX) {
            throw new IllegalArgumentException("a claim asks for 1 to " + MAX + " units, not " + max);
        }
    }
}
