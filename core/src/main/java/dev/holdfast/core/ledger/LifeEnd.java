// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.WorkState;
import java.util.Optional;

/**
 * The end of a unit's life, by a commit of this process.
 *
 * @param status an end
 * @param by who ended it
 * @param submitted what the unit was submitted as; empty where a store settled it by its guard alone, without reading it
 */
public record LifeEnd(WorkId work, Status status, WorkState.EndedBy by, Optional<Submitted> submitted) {
    /** The pool of a unit and what it was submitted with. */
    public record Submitted(PoolId pool, Submission submission) {}
}
