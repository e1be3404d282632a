// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import java.util.Optional;

/**
 * A unit that was decided to be admitted; its store stamps the moment.
 *
 * @param revision of the pool's policy that this was decided on; the store inserts on no other, and inquiries on any
 * @param laneKey see {@link Unit#laneKey}
 * @param hold keeps it out of the queue
 * @param poisoned whether it ends at once because it can never fit; held or not
 */
public record NewUnit(
        WorkId id,
        PoolId pool,
        int revision,
        Submission submission,
        String laneKey,
        Optional<Hold> hold,
        boolean poisoned) {
    /** The revision of a unit that no policy has a say in. */
    static final int ANY_REVISION = 0;

    public Status status() {
        return poisoned ? Status.POISONED : hold.isPresent() ? Status.HELD : Status.QUEUED;
    }

    /** What its lane is looked up by. */
    public Requirements lane() {
        return submission.requirements().under(laneKey);
    }

    public Unit admittedAt(Moment now) {
        return Unit.admitted(id, pool, submission, now, laneKey, stateAt(now));
    }

    private WorkState stateAt(Moment now) {
        if (poisoned) {
            return Aftermath.end(
                    Status.POISONED, now, WorkState.EndedBy.ADMISSION, Codes.OVERSIZED, Evidence.NOT_STARTED);
        }
        return hold.<WorkState>map(kept -> new WorkState.Held(now.plus(kept.holdFor()), kept.then()))
                .orElseGet(() ->
                        new WorkState.Queued(now.plus(submission.requirements().delay()), WorkState.Origin.ADMITTED));
    }
}
