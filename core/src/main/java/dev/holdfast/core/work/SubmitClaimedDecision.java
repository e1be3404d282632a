// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkerId;

/** Answers {@link SubmitClaimed}. */
public sealed interface SubmitClaimedDecision extends Decision {
    /** The unit is in the ledger, and the worker has it: now, or since the same request was answered before. */
    record Granted(Grant grant) implements SubmitClaimedDecision {}

    /**
     * The same key and intent were admitted before, and this request does not hold the unit.
     *
     * @param unit as it is now
     * @param until how long the key is remembered
     */
    record Repeated(Unit unit, Moment until) implements SubmitClaimedDecision {}

    /**
     * The pool does not take such a unit, claimed or not; nothing was stored.
     *
     * @param reason neither an admission nor a repetition
     */
    record NotAdmitted(SubmitDecision reason) implements SubmitClaimedDecision {}

    /**
     * The worker may not have it now; nothing was stored. The same unit may be submitted, to wait for its turn.
     *
     * @param reason why a claim would have been given nothing
     */
    record NotClaimed(ClaimDecision reason) implements SubmitClaimedDecision {}

    /** The worker could never run such a unit; nothing was stored. */
    record NotEligible(WorkerId worker, Misfit misfit) implements SubmitClaimedDecision {}
}
