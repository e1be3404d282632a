// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.spi;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Unit;

/**
 * A run whose outcome is not known.
 *
 * @param unit the work, as it was when the question was asked
 * @param claim under which it ran; what its holder said about it is there, and so is when it was begun
 * @param attempt which try to answer this question it is, from 1
 */
public record Question(Unit unit, PastClaim claim, int attempt) {
    public WorkId work() {
        return unit.id();
    }

    /** What the run has told others as its fence; answers are about this run only. */
    public Fence fence() {
        return claim.claim().fence();
    }
}
