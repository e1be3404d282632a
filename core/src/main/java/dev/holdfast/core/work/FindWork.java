// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.Query;
import dev.holdfast.core.WorkerId;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Units in the order of their admission.
 *
 * @param statuses at least one
 * @param worker only those claimed by it
 * @param after a sequence: only units admitted after that one
 * @param limit 1 to {@link #MAX}
 */
public record FindWork(Optional<PoolId> pool, Set<Status> statuses, Optional<WorkerId> worker, long after, int limit)
        implements Query<FindWork.Found> {
    public static final int MAX = 1_000;

    public FindWork {
        if (statuses.isEmpty() || limit < 1 || limit > MAX) {
            throw new IllegalArgumentException("find needs at least one status and a limit of 1 to " + MAX);
        }
        statuses = java.util.Collections.unmodifiableSet(EnumSet.copyOf(statuses));
    }

    public static FindWork in(PoolId pool, Set<Status> statuses) {
        return new FindWork(Optional.of(pool), statuses, Optional.empty(), 0, MAX);
    }

    public static FindWork claimedBy(WorkerId worker) {
        return new FindWork(Optional.empty(), Set.of(Status.CLAIMED), Optional.of(worker), 0, MAX);
    }

    public FindWork after(long sequence) {
        return new FindWork(pool, statuses, worker, sequence, limit);
    }

    /** @param next the cursor of the next page; empty when this is the last one */
    public record Found(List<Unit> units, OptionalLong next) {}
}
