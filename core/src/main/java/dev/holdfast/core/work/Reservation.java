// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import java.util.HashMap;
import java.util.Map;

/**
 * Room that is kept for one unit which found none for too long: all that it needs, at once, of what all workers share and of
 * one worker that is large enough. Nothing that runs is taken away; what ends is not given to others as long as they would
 * have to use what is kept.
 *
 * <p>A pool has one at a time. Two would have to be kept apart wherever they touch, and the units of a pool nearly always
 * touch: in the pool's live claims, in its resources. So the one that waited longest gets all it needs, and then the next.
 *
 * <p>Its unit goes before all others, whichever worker has room for it first. It ends with the grant of its unit, or of one before it in its lane; when its unit does not wait any more; when the policy
 * has no room for it at all; and when its worker has not claimed for a worker's lease.
 *
 * @param sequence of the unit
 * @param key the fairness key of the unit
 * @param needs of the unit
 * @param worker that is to run it
 * @param grant the pool's newest grant when it was opened
 * @param until when it is over unless the worker claims again
 */
public record Reservation(
        long sequence, String key, Needs needs, WorkerId worker, long grant, Moment openedAt, Moment until) {
    boolean isOver(Moment time) {
        return !time.isBefore(until);
    }

    /** With its life prolonged by a claim of its worker; the same while at least half of it is left. */
    Reservation renewed(PoolPolicy policy, Moment time) {
        Moment fresh = time.plus(policy.workerLease());
        return fresh.since(until).multipliedBy(2).compareTo(policy.workerLease()) < 0
                ? this
                : new Reservation(sequence, key, needs, worker, grant, openedAt, fresh);
    }

    /** How much of each account is kept. */
    Map<Account, Long> kept(Pool pool) {
        Map<Account, Long> kept = new HashMap<>();
        Charges.add(kept, Use.of(pool.id(), key, pool.counts(key), needs), worker, 1);
        return kept;
    }

    /** Whether the limits could have room for it, if nothing else were running. */
    boolean isPossible(PoolId pool, Limits limits) {
        Map<Account, Long> all = new HashMap<>();
        Charges.add(all, Use.of(pool, key, false, needs), worker, 1);
        return all.entrySet().stream().allMatch(each -> each.getValue() <= limits.of(each.getKey()));
    }
}
