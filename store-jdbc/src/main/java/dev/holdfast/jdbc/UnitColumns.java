// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.CancelRequest;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a row says of a unit, without its number, its pool, and what it has in common with all of its lane. */
public record UnitColumns(
        StateColumns state,
        Optional<Moment> startBy,
        long version,
        int life,
        int attempts,
        int losses,
        Optional<CancelRequest> cancel,
        Moment admittedAt,
        Submissions.Columns submission,
        Payload result,
        Optional<Claim> claim) {
    /**
     * In this order: {@link StateColumns}, start_by, version, life, attempts, losses, cancel_at, cancel_actor, cancel_reason,
     * admitted_at, {@link Submissions#COLUMNS}, type and bytes of the result, whether there is a claim, {@link Claims#OF_WORK}.
     */
    public static UnitColumns read(Row row) throws SQLException {
        StateColumns state = StateColumns.read(row);
        Optional<Moment> startBy = row.optionalMoment();
        long version = row.number();
        int life = row.integer();
        return new UnitColumns(
                state,
                startBy,
                version,
                life,
                row.integer(),
                row.integer(),
                readCancel(row),
                row.moment(),
                Submissions.Columns.read(row),
                Submissions.payload(row),
                row.flag() ? Optional.of(Claims.read(row, life)) : Optional.empty());
    }

    static Optional<CancelRequest> readCancel(Row row) throws SQLException {
        Optional<Moment> at = row.optionalMoment();
        String actor = row.text();
        String reason = row.text();
        return at.map(moment -> new CancelRequest(actor, reason, moment));
    }

    /**
     * The unit, without its lives that are over.
     *
     * @param older the ended claims that stand in rows of their own, oldest first
     */
    public Unit unit(long sequence, PoolId pool, Lane lane, List<PastClaim> older) {
        Submissions.Stored stored = submission.in(lane);
        List<PastClaim> past = new ArrayList<>(older);
        if (state.status() != Status.CLAIMED) {
            claim.ifPresent(last -> past.add(Claims.succeeded(last, state.at(), result)));
        }
        return new Unit(
                stored.id(),
                pool,
                sequence,
                stored.submission(),
                admittedAt,
                lane.key,
                startBy,
                version,
                life,
                attempts,
                losses,
                cancel,
                state.toState(claim, result),
                past,
                List.of());
    }
}
