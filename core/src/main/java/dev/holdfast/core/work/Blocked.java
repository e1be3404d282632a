// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.Comparator;

/**
 * Since when nothing of a lane found room, though something of it was looked at. It is kept while the lane is parked, whatever
 * it lacks meanwhile, and ends with a grant of the lane or when a claim finds it empty. Who is smaller has waited longer.
 *
 * @param grant the pool's newest grant then
 * @param at the moment then, by the time of the pool
 * @param sequence of the lane's first unit then
 */
public record Blocked(long grant, Moment at, long sequence) implements Comparable<Blocked> {
    /** So many lanes of each class, those that are blocked for longest, are looked at. */
    public static final int MOST = 16;

    private static final Comparator<Blocked> ORDER =
            Comparator.comparingLong(Blocked::grant).thenComparing(Blocked::at).thenComparingLong(Blocked::sequence);

    /** Whether so many grants passed, or so much time, that a reservation may be opened. */
    public boolean isOverdue(Pool pool, Moment time) {
        PoolPolicy policy = pool.policy();
        return pool.counter() - grant >= policy.bypassLimit() || !time.isBefore(at.plus(policy.agingAfter()));
    }

    @Override
    public int compareTo(Blocked other) {
        return ORDER.compare(this, other);
    }
}
