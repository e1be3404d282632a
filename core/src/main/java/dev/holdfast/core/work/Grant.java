// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;

/**
 * One unit handed to a worker.
 *
 * @param life from 1
 * @param attempt which run of this life it is, from 1
 */
public record Grant(PoolId pool, WorkId work, Fence fence, int life, int attempt, Submission submission) {
    public static Grant of(Unit unit) {
        Claim claim = unit.claim().orElseThrow();
        return new Grant(unit.pool(), unit.id(), claim.fence(), claim.life(), claim.attempt(), unit.submission());
    }
}
