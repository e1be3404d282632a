// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a claim decides on, read while the pool's lock is held.
 *
 * @param epoch of the fences that are issued now
 * @param remembered who last got grants under this request id
 * @param newClasses classes beyond the asker's mark; classes of a pool are never more than a few hundred
 * @param lanes those of the asked classes, the first of the window in order, and parked ones that may have room
 * @param horizon up to where {@code lanes} is complete
 * @param reserved the lane of the unit that the pool's reservation is for; empty when there is none, or when that unit does
 *     not wait in it any more
 * @param overdue where the pool has no reservation: of each asked class the lanes that are overdue among the
 *     {@value Blocked#MOST} that are blocked for longest
 * @param used amounts of the accounts of pool, worker and the domains of the lanes, and where run time is charged of the
 *     run times of their kinds; a missing one is zero
 * @param sharedDomains what the shared domains that the pool uses allow
 * @param owed only in a pool that charges run time
 * @param nextDue when the next unit of the pool that waits for its time is due
 */
public record ClaimPage(
        Moment now,
        int epoch,
        Optional<Pool> pool,
        Optional<WorkerRecord> worker,
        Optional<Remembered> remembered,
        List<EligibilityClass> newClasses,
        List<LaneView> lanes,
        Horizon horizon,
        Optional<LaneView> reserved,
        List<LaneView> overdue,
        Map<Account, Long> used,
        Map<String, DomainTerms> sharedDomains,
        List<Owed> owed,
        Optional<Moment> nextDue) {
    /**
     * What a key of a band owes, see {@link Account.Scope#RUN_OWED}; all of a pool that charges run time.
     *
     * @param tag of the key now; {@link #UNKNOWN} when nothing is kept of it
     */
    public record Owed(int band, String key, long tag, long amount) {
        /** The tag of a key of which nothing is kept. */
        public static final long UNKNOWN = Long.MIN_VALUE;

        /** @param account of that scope */
        public static Owed of(Account account, long amount) {
            int slash = account.what().indexOf('/');
            int band = Integer.parseInt(account.what().substring(0, slash));
            return new Owed(band, account.what().substring(slash + 1), UNKNOWN, amount);
        }

        /** The same, of a key that stands there. */
        public Owed at(long newTag) {
            return new Owed(band, key, newTag, amount);
        }
    }

    /** This page with one lane; what keys owe is left to claims in turn. */
    public ClaimPage only(LaneView lane) {
        return new ClaimPage(
                now,
                epoch,
                pool,
                worker,
                remembered,
                List.of(),
                List.of(lane),
                Horizon.NONE,
                reserved,
                List.of(),
                used,
                sharedDomains,
                List.of(),
                nextDue);
    }

    /** This page with more of the amounts of accounts. */
    public ClaimPage with(Map<Account, Long> amounts) {
        Map<Account, Long> all = new HashMap<>(used);
        all.putAll(amounts);
        return new ClaimPage(
                now,
                epoch,
                pool,
                worker,
                remembered,
                newClasses,
                lanes,
                horizon,
                reserved,
                overdue,
                all,
                sharedDomains,
                owed,
                nextDue);
    }

    long usedOf(Account account) {
        return used.getOrDefault(account, 0L);
    }

    /** The newest grants of one slot of a worker: a range of fences, and those of them that are still live. */
    public record Remembered(PoolId pool, WorkerId worker, Fence first, Fence last, List<Unit> live) {}

    /** Where a key stands in the order of its pool: smaller is earlier. */
    public record Position(int band, long tag, String key) implements Comparable<Position> {
        @Override
        public int compareTo(Position other) {
            int byBand = Integer.compare(band, other.band);
            int byTag = byBand != 0 ? byBand : Long.compare(tag, other.tag);
            return byTag != 0 ? byTag : key.compareTo(other.key);
        }
    }

    /**
     * A lane and its first waiting units.
     *
     * @param lane the store's own number for it
     * @param kind of the units
     * @param tag the virtual time of the lane's key in its band
     * @param blocked since when nothing of it found room
     * @param heads sequences of due units, in order of admission
     * @param startBy of each head, in microseconds; {@link Long#MAX_VALUE} when there is none
     * @param more whether the lane has due units beyond these
     */
    @SuppressWarnings("ArrayRecordComponent") // thousands in a claim: no boxes; nobody compares or changes them
    public record LaneView(
            long lane,
            int band,
            String key,
            int eligibility,
            String kind,
            Needs needs,
            long tag,
            boolean parked,
            Optional<Blocked> blocked,
            long[] heads,
            long[] startBy,
            boolean more) {
        Position position() {
            return new Position(band, tag, key);
        }

        /** This lane without the heads whose latest start has passed; a sweep ends those. */
        LaneView startableAt(Moment now) {
            int late = 0;
            for (long limit : startBy) {
                late += limit < now.micros() ? 1 : 0;
            }
            if (late == 0) {
                return this;
            }
            long[] keptHeads = new long[heads.length - late];
            long[] keptStartBy = new long[heads.length - late];
            int kept = 0;
            for (int i = 0; i < heads.length; i++) {
                if (startBy[i] >= now.micros()) {
                    keptHeads[kept] = heads[i];
                    keptStartBy[kept++] = startBy[i];
                }
            }
            return new LaneView(
                    lane, band, key, eligibility, kind, needs, tag, parked, blocked, keptHeads, keptStartBy, more);
        }
    }
}
