// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/** What was decided about a unit that was just inserted and is to be claimed out of turn. */
public sealed interface OutOfTurn {
    /**
     * It is claimed.
     *
     * @param changes with this one grant
     */
    record Take(ClaimStep.ClaimChanges changes) implements OutOfTurn {}

    /** Neither the unit nor anything else is kept. */
    record Refusal(SubmitClaimedDecision decision) implements OutOfTurn {}
}
