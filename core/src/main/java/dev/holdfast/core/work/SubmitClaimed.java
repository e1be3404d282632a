// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;

/**
 * Puts one unit into a pool and claims it for a worker, in one commit: it never waits, and nobody else may have it. It comes
 * out of turn and pays as any grant does: its key is charged, and it counts against all limits. Where the worker may not have
 * it now, it is not put into the pool either.
 *
 * @param submission has no delay
 * @param request of a slot of the worker, as of {@link ClaimWork}; sent again, it gives the same grant
 */
public record SubmitClaimed(PoolId pool, Submission submission, WorkerId worker, RequestId request, ClaimSecret secret)
        implements Command<SubmitClaimedDecision> {
    /** @throws IllegalArgumentException when the unit is to wait, or the payload looks redacted */
    public SubmitClaimed {
        submission.payload().checkNew();
        if (!submission.requirements().delay().isZero()) {
            throw new IllegalArgumentException("a unit that is to run now cannot wait "
                    + submission.requirements().delay());
        }
    }

    /** The first half of it. */
    public Submit submit() {
        return new Submit(pool, submission);
    }

    /** The other half of it. */
    public ClaimWork claim() {
        return new ClaimWork(pool, worker, request, secret, 1);
    }
}
