// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Digest;
import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.Fare;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.WorkerPage;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads claims: from the columns of a unit's row, and from the rows of claims that ended. */
public final class Claims {
    /** The claim in the row of {@code work w}, of its {@code claim_request q} and {@code worker k}. */
    public static final String OF_WORK =
            "w.fence, w.attempt, w.run_until, w.begun_at, w.counted, w.fare_for, w.fare, k.name, q.slot, q.high,"
                    + " q.low, q.secret, q.claimed_at";

    /** The ended claims of the units in a JSON array, oldest first, each behind its unit's sequence. */
    public static final String SELECT_PAST = """
        SELECT p.seq, p.life, p.fence, p.attempt, p.run_until, p.begun_at, NULL, NULL, NULL,
          k.name, q.slot, q.high, q.low, q.secret, q.claimed_at,
          p.ended_at, p.how, p.answer, p.late, p.resolution
        FROM json_each(?) j
        CROSS JOIN past_claim p ON p.seq = j.value
        CROSS JOIN claim_request q ON q.id = p.request
        CROSS JOIN worker k ON k.id = q.worker
        ORDER BY j.key, p.fence\
        """;

    /** Behind the name of the table of ended claims; {@link #addPast} gives the values. */
    public static final String INSERT_PAST = """
         (seq, fence, request, life, attempt, run_until, begun_at, ended_at, how, answer, late, resolution)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
        """;

    private Claims() {}

    /** @param request the number of the claim's request */
    public static void addPast(Prepared insert, long sequence, PastClaim past, long request) throws SQLException {
        Claim claim = past.claim();
        insert.number(sequence)
                .number(claim.fence().value())
                .number(request)
                .integer(claim.life())
                .integer(claim.attempt())
                .moment(claim.runUntil())
                .moment(claim.begunAt())
                .moment(past.endedAt())
                .text(past.end().name())
                .text(past.answer().map(AnswerText::write))
                .text(past.late().map(AnswerText::write))
                .text(past.resolution().map(AnswerText::write))
                .add();
    }

    public static Claim read(Row row, int life) throws SQLException {
        Fence fence = new Fence(row.number());
        int attempt = row.integer();
        Optional<Moment> runUntil = row.optionalMoment();
        Optional<Moment> begunAt = row.optionalMoment();
        boolean counted = row.flag();
        Optional<Fare> fare = readFare(row);
        return new Claim(
                fence,
                new WorkerId(row.text()),
                new RequestId(row.integer(), row.number(), row.number()),
                Digest.ofBytes(row.bytes()),
                life,
                attempt,
                row.moment(),
                runUntil,
                counted,
                fare,
                begunAt);
    }

    /** The columns fare_for and fare; empty in most rows. */
    public static Optional<Fare> readFare(Row row) throws SQLException {
        OptionalLong expected = row.optionalNumber();
        long cost = row.number();
        return expected.isPresent() ? Optional.of(new Fare(expected.getAsLong(), cost)) : Optional.empty();
    }

    /** From the column behind the sequence on. */
    public static PastClaim readPast(Row row) throws SQLException {
        Claim claim = read(row, row.integer());
        return new PastClaim(
                claim,
                row.moment(),
                PastClaim.End.valueOf(row.text()),
                row.optionalText().map(AnswerText::readAnswer),
                row.optionalText().map(AnswerText::readAnswer),
                row.optionalText().map(AnswerText::readResolved));
    }

    /** A live claim as a heartbeat needs it: work, fence, slot, high, low, claimed_at, whether cancelled, reason. */
    public static WorkerPage.Held readHeld(Row row, PoolId pool) throws SQLException {
        WorkId work = new WorkId(row.text());
        Fence fence = new Fence(row.number());
        RequestId request = new RequestId(row.integer(), row.number(), row.number());
        Moment claimedAt = row.moment();
        boolean cancelled = row.flag();
        String reason = row.text();
        return new WorkerPage.Held(
                pool, work, fence, request, claimedAt, cancelled ? Optional.of(reason) : Optional.empty());
    }

    /** The claim that a row keeps when its holder's success ended the unit. */
    public static PastClaim succeeded(Claim claim, Moment at, Payload result) {
        return new PastClaim(
                claim,
                at,
                PastClaim.End.ANSWERED,
                Optional.of(new Answer.Succeeded(result)),
                Optional.empty(),
                Optional.empty());
    }
}
