// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;

/**
 * A unit that was decided to be admitted; its store stamps the moment.
 *
 * @param revision of the pool's policy that this was decided on; the store inserts on no other, and inquiries on any
 * @param poisoned whether it ends at once because it can never fit
 */
public record NewUnit(WorkId id, PoolId pool, int revision, Submission submission, boolean poisoned) {
    /** The revision of a unit that no policy has a say in. */
    static final int ANY_REVISION = 0;

    public Status status() {
        return poisoned ? Status.POISONED : Status.QUEUED;
    }

    public Unit admittedAt(Moment now) {
        WorkState state = poisoned
                ? Aftermath.end(
                        Status.POISONED, now, WorkState.EndedBy.ADMISSION, Codes.OVERSIZED, Evidence.NOT_STARTED)
                : new WorkState.Queued(now.plus(submission.requirements().delay()), WorkState.Origin.ADMITTED);
        return Unit.admitted(id, pool, submission, now, state);
    }
}
