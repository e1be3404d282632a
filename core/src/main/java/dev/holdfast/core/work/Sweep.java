// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;
import dev.holdfast.core.PoolId;

/**
 * Ends what time has ended: dead workers and their claims, claims past their run limit, queued units past their latest
 * start, holds that are over. Any process may send it, as often as it likes.
 *
 * @param now sweep even if the pool was swept less than its interval ago
 */
public record Sweep(PoolId pool, boolean now) implements Command<SweepDecision> {
    /** Most units that one sweep ends. */
    public static final int LIMIT = 1_000;
}
