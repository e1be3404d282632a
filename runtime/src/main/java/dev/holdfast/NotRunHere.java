// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.work.SubmitClaimedDecision;

/** A unit was not submitted, because this process may not run it now. It may be submitted, to wait for its turn. */
public final class NotRunHere extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient SubmitClaimedDecision decision;

    NotRunHere(SubmitClaimedDecision decision) {
        super("it cannot run here now: " + decision);
        this.decision = decision;
    }

    /** {@link SubmitClaimedDecision.NotClaimed} or {@link SubmitClaimedDecision.NotEligible}. */
    public SubmitClaimedDecision decision() {
        return decision;
    }
}
