// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * A life that another one followed.
 *
 * @param life its number, from 1
 * @param end how it ended
 * @param cancel the request to cancel, when there was one
 * @param redriven what began the life after it
 */
public record PastLife(int life, WorkState.Ended end, Optional<CancelRequest> cancel, Redriven redriven) {
    /**
     * Who put the unit back, and why.
     *
     * @param forced whether a late answer was to be disregarded
     */
    public record Redriven(String actor, String reason, boolean forced, Moment at) {}
}
