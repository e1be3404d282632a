// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Reservation;
import dev.holdfast.jdbc.ReservationText;
import dev.holdfast.jdbc.Row;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the call {@code claim_load} returns, as it came.
 *
 * @param blocked of each lane, since when; nothing for one that is not
 */
@SuppressWarnings("ArrayRecordComponent") // one for each claim: no boxes, no copies; nobody compares or changes them
record ClaimLoad(
        Moment now,
        int epoch,
        Log log,
        Fold fold,
        Optional<Lease> lease,
        Optional<Remembered> remembered,
        int[] newClasses,
        int[] newEligibilities,
        Lanes lanes,
        Heads heads,
        String[] accounts,
        long[] used,
        Optional<Moment> nextDue,
        String[] sharedNames,
        String[] sharedTerms,
        Optional<Reservation> reservation,
        String[] blocked) {
    /** The list of the lanes that are blocked for too long. */
    static final int OVERDUE = Integer.MAX_VALUE;

    /** The list of the lane of the reserved unit, if that waits. */
    static final int RESERVED = Integer.MAX_VALUE - 1;

    /** The pool's newest log row, with what the fold counted. */
    record Log(
            long n,
            int revision,
            boolean paused,
            long counter,
            long[] clocks,
            Moment time,
            Moment sweptAt,
            long[] counts,
            int[] floorOf,
            long[] floorAt) {}

    /** What was folded in: rows of the inbox with what they add to the accounts, and due units that entered their lanes. */
    record Fold(String mark, int size, int moved, String[] accounts, long[] amounts) {
        /** So many rows of the inbox are folded in even where nothing is granted, so that they do not pile up. */
        private static final int KEPT_ANYWAY = 64;

        /** Whether it is kept where nothing is granted. A unit that was due once stays so, whatever the clock does. */
        boolean isKept() {
            return moved > 0 || size >= KEPT_ANYWAY;
        }
    }

    record Lease(Moment until, boolean healthy, boolean draining, boolean dead) {}

    record Remembered(long request, int pool, int worker, long first, long last) {}

    /**
     * Lanes in lists, each of which ends where its window ends; those of {@link #OVERDUE} and {@link #RESERVED} stand beside.
     *
     * @param firstOnly whether the lane is there as the first parked one of its list, not as a candidate
     */
    record Lanes(int[] list, long[] number, long[] tag, Boolean[] parked, Boolean[] firstOnly) {}

    /** Waiting units, in order within their lane. */
    record Heads(int[] lane, long[] sequence, Long[] startBy) {}

    static ClaimLoad read(Row row) throws SQLException {
        return new ClaimLoad(
                row.moment(),
                row.integer(),
                new Log(
                        row.number(),
                        row.integer(),
                        row.flag(),
                        row.number(),
                        row.numbers(),
                        row.moment(),
                        row.moment(),
                        row.numbers(),
                        row.integers(),
                        row.numbers()),
                new Fold(row.text(), row.integer(), row.integer(), row.texts(), row.numbers()),
                readLease(row),
                readRemembered(row),
                row.integers(),
                row.integers(),
                new Lanes(row.integers(), row.numbers(), row.numbers(), row.flags(), row.flags()),
                new Heads(row.integers(), row.numbers(), row.boxedNumbers()),
                row.texts(),
                row.numbers(),
                row.optionalMoment(),
                row.texts(),
                row.texts(),
                ReservationText.read(row.optionalText()),
                row.texts());
    }

    private static Optional<Lease> readLease(Row row) throws SQLException {
        Optional<Moment> until = row.optionalMoment();
        boolean healthy = row.flag();
        boolean draining = row.flag();
        boolean dead = row.flag();
        return until.map(moment -> new Lease(moment, healthy, draining, dead));
    }

    private static Optional<Remembered> readRemembered(Row row) throws SQLException {
        OptionalLong request = row.optionalNumber();
        Remembered remembered =
                new Remembered(request.orElse(0), row.integer(), row.integer(), row.number(), row.number());
        return request.isPresent() ? Optional.of(remembered) : Optional.empty();
    }
}
