// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Fare;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.Prepared;
import dev.holdfast.jdbc.Row;
import dev.holdfast.jdbc.Submissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A unit that a claim has won, as much of it as a grant tells. */
record ClaimedRow(
        long fence,
        long request,
        long sequence,
        long lane,
        long version,
        int life,
        int attempts,
        int losses,
        Submissions.Columns submission) {
    private static final String SAVE = """
        SELECT * FROM $.claim_save_v14(
          ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
        """;

    /** Waits until everything that was committed before is on the disk. */
    static final String FLUSH = "SELECT pg_logical_emit_message(true, 'holdfast', '')";

    /**
     * Writes a round.
     *
     * <p>An early claim commits without waiting for the disk, which lets the next claim have the pool at once, and waits
     * afterwards. Its grants are handed out when both is done, so that a crash of the server forgets only grants that
     * nobody has seen.
     *
     * @param changes what is granted; empty when only totals are written
     * @param isLast whether the commit goes with it
     * @return the units that were won, by fence
     */
    static List<ClaimedRow> save(
            ClaimTrip trip, ClaimSave save, Pool pool, Optional<ClaimStep.ClaimChanges> changes, boolean isLast)
            throws SQLException {
        ClaimWork command = trip.command;
        Optional<ClaimStep.FenceRange> fences = changes.flatMap(ClaimStep.ClaimChanges::remember);
        List<ClaimedRow> rows = new ArrayList<>();
        Prepared call = isLast ? trip.session.last(SAVE, trip.isEarly() ? FLUSH : "") : trip.session.sql.of(SAVE);
        call.integer(trip.number)
                .number(trip.load.log().n())
                .number(pool.counter())
                .array(pool.clocks().toArray(Long[]::new))
                .moment(pool.time())
                .moment(pool.sweptAt())
                .array(save.counts)
                .array(save.floors.keySet().toArray(Integer[]::new))
                .array(save.floors.values().toArray(Long[]::new))
                .text(trip.load.fold().mark())
                .array(save.amounts.keySet().toArray(String[]::new))
                .array(save.amounts.values().toArray(Long[]::new))
                .integer(trip.worker.map(KnownWorkers.Known::number).orElse(0))
                .integer(command.request().slot())
                .number(command.request().high())
                .number(command.request().low())
                .bytes(command.secret().digest().bytes())
                .number(trip.request())
                .number(number(fences.map(ClaimStep.FenceRange::first)))
                .number(number(fences.map(ClaimStep.FenceRange::last)))
                .array(save.keys.toArray(Long[]::new))
                .array(save.tags.toArray(Long[]::new))
                .array(save.lanes())
                .array(save.heads())
                .array(save.phases())
                .array(save.lacking())
                .array(save.fitsAt())
                .array(save.blocked())
                .array(changes.map(ClaimStep.ClaimChanges::sequences).orElseGet(() -> new long[0]))
                .array(changes.map(ClaimStep.ClaimChanges::fences).orElseGet(() -> new long[0]))
                .array(save.alike)
                .array(save.counted.array())
                .array(save.chargeAlike.toArray(Integer[]::new))
                .array(save.chargeAccount.toArray(String[]::new))
                .array(save.chargeAmount.toArray(Long[]::new))
                .each(row -> rows.add(read(row)));
        rows.sort(Comparator.comparingLong(ClaimedRow::fence));
        return rows;
    }

    private static OptionalLong number(Optional<Fence> fence) {
        return fence.isPresent() ? OptionalLong.of(fence.get().value()) : OptionalLong.empty();
    }

    private static ClaimedRow read(Row row) throws SQLException {
        return new ClaimedRow(
                row.number(),
                row.number(),
                row.number(),
                row.number(),
                row.number(),
                row.integer(),
                row.integer(),
                row.integer(),
                Submissions.Columns.read(row));
    }

    Unit unit(Session session, ClaimWork command, boolean counted, Optional<Fare> fare, Moment time)
            throws SQLException {
        Lane waitedIn = session.known.lanes.get(session, lane);
        Submissions.Stored stored = submission.in(waitedIn);
        Unit queued = Unit.waiting(
                stored.id(),
                command.pool(),
                sequence,
                stored.submission(),
                time,
                waitedIn.key,
                version - 1,
                life,
                attempts,
                losses);
        return queued.claimed(Claim.granted(queued, new Fence(fence), command, counted, fare, time));
    }
}
