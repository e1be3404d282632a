// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.work.CancelRequest;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.Fare;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.jdbc.Claims;
import dev.holdfast.jdbc.KeptClaims;
import dev.holdfast.jdbc.KnownRequests;
import dev.holdfast.jdbc.PastLives;
import dev.holdfast.jdbc.Prepared;
import dev.holdfast.jdbc.StateColumns;
import dev.holdfast.jdbc.States;
import dev.holdfast.jdbc.Submissions;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Writes units as they are, with all that belongs to them. */
final class WholeUnits {
    private static final int AT_ONCE = 200;

    /** The state of a queued unit that is not in its lane yet. */
    private static final int DELAYED = 9;

    private static final String COMMON = """
        seq, pool, lane, state, state_at, moved_by, reason, start_by, run_limit, version, life, attempts, losses,
        fence, worker, request, attempt, run_until, begun_at, cancel_at, cancel_actor, cancel_reason,
        id, id_given, idempotency_key, admitted_at, asks_first, options, media_type, payload\
        """;
    private static final String LIVE = "INSERT INTO $.unit (" + COMMON
            + ", question, counted, fare_for, fare) VALUES (?" + ", ?".repeat(30) + ", NULLIF(?, false), ?, ?)";
    private static final String ENDED = "INSERT INTO $.unit_history (" + COMMON
            + ", evidence, reference, result_type, result) VALUES (?" + ", ?".repeat(33) + ")";
    private static final String ID = "INSERT INTO $.unit_id (id, seq, key_until) VALUES (?, ?, ?)";
    private static final String REQUEST = """
        INSERT INTO $.claim_request (pool, worker, slot, high, low, secret, claimed_at, first, last)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id\
        """;
    private static final String REMEMBER = """
        UPDATE $.claim_request SET first = ?, last = ? WHERE id = (
            SELECT max(q.id) FROM $.claim_request q WHERE q.high = ? AND q.low = ? AND q.slot = ? AND q.worker = ?)\
        """;
    private static final String PAST_CLAIM = "INSERT INTO $.past_claim" + Claims.INSERT_PAST;

    private final Session session;
    private final KnownRequests requests = new KnownRequests();
    private final Map<WorkerId, Integer> workers = new HashMap<>();
    private int added;

    WholeUnits(Session session) {
        this.session = session;
    }

    void know(WorkerId worker) throws SQLException {
        workers.put(
                worker,
                session.sql
                        .of("SELECT id FROM $.worker WHERE name = ?")
                        .text(worker.value())
                        .first(row -> row.integer())
                        .orElseThrow());
    }

    void add(Captured.OfUnit part, int pool, long lane) throws SQLException {
        Unit unit = part.unit();
        KeptClaims claims = KeptClaims.of(unit);
        OptionalLong request = claims.inRow().isPresent()
                ? OptionalLong.of(request(unit, pool, claims.inRow().get()))
                : OptionalLong.empty();
        addRow(part, pool, lane, claims.inRow(), request);
        addIds(unit, part.keyUntil());
        for (PastClaim past : claims.apart()) {
            long its = request(unit, pool, past.claim());
            Claims.addPast(session.sql.of(PAST_CLAIM), unit.sequence(), past, its);
        }
        PastLives.saveAll(unit, session.sql.of("INSERT INTO $.past_life" + PastLives.INSERT));
        if (++added == AT_ONCE) {
            write();
        }
    }

    void write() throws SQLException {
        added = 0;
        session.sql.of(LIVE).updateAll();
        session.sql.of(ENDED).updateAll();
        session.sql.of(ID).updateAll();
        session.sql.of(PAST_CLAIM).updateAll();
    }

    /** After all claims: only the newest request of a slot has fences. */
    void restore(Captured.OfSlot slot, int pool) throws SQLException {
        RequestId request = slot.request();
        int known = session.sql
                .of(REMEMBER)
                .number(slot.fences().first().value())
                .number(slot.fences().last().value())
                .number(request.high())
                .number(request.low())
                .integer(request.slot())
                .integer(number(slot.worker()))
                .update();
        if (known == 0) {
            Kept forgotten = new Kept(new byte[32], new Moment(0));
            insert(pool, slot.worker(), request, forgotten, Optional.of(slot.fences()));
        }
    }

    /** What the claims of a request have in common; nobody asks for that of a request without claims. */
    @SuppressWarnings("ArrayRecordComponent") // written as it is; nobody compares it
    private record Kept(byte[] secret, Moment claimedAt) {}

    private long request(Unit unit, int pool, Claim claim) throws SQLException {
        return requests.number(
                unit.pool(),
                claim,
                each -> insert(
                        pool,
                        each.worker(),
                        each.request(),
                        new Kept(each.secret().bytes(), each.claimedAt()),
                        Optional.empty()));
    }

    private long insert(int pool, WorkerId worker, RequestId request, Kept kept, Optional<ClaimStep.FenceRange> fences)
            throws SQLException {
        return session.sql
                .of(REQUEST)
                .integer(pool)
                .integer(number(worker))
                .integer(request.slot())
                .number(request.high())
                .number(request.low())
                .bytes(kept.secret())
                .moment(kept.claimedAt())
                .number(fences.map(range -> range.first().value()))
                .number(fences.map(range -> range.last().value()))
                .first(row -> row.number())
                .orElseThrow();
    }

    private void addRow(Captured.OfUnit part, int pool, long lane, Optional<Claim> claim, OptionalLong request)
            throws SQLException {
        Unit unit = part.unit();
        StateColumns state = StateColumns.of(unit.state(), unit.admittedAt());
        boolean delayed = unit.state() instanceof WorkState.Queued && !part.inLane();
        Prepared row = session.sql.of(unit.status().isEnd() ? ENDED : LIVE);
        row.number(unit.sequence())
                .integer(pool)
                .number(lane)
                .integer(delayed ? DELAYED : States.number(state.status()))
                .moment(state.at())
                .text(state.movedBy())
                .textIfAny(state.reason())
                .moment(unit.startBy())
                .number(unit.requirements().runLimit().map(limit -> Moment.micros(limit)))
                .number(unit.version())
                .integer(unit.life())
                .integer(unit.attempts())
                .integer(unit.losses())
                .number(claim.map(each -> each.fence().value()))
                .number(claim.map(each -> (long) number(each.worker())))
                .number(request)
                .number(claim.map(each -> (long) each.attempt()))
                .moment(claim.flatMap(Claim::runUntil))
                .moment(claim.flatMap(Claim::begunAt))
                .moment(unit.cancel().map(CancelRequest::at))
                .text(unit.cancel().map(CancelRequest::actor))
                .text(unit.cancel().map(CancelRequest::reason));
        Submissions.bind(row, unit);
        if (unit.state() instanceof WorkState.Ended ended) {
            Optional<Payload> result = ended.result().filter(payload -> !payload.equals(Payload.EMPTY));
            row.text(state.evidence())
                    .textIfAny(state.reference())
                    .text(result.map(Payload::mediaType))
                    .bytes(result.map(Payload::bytes))
                    .add();
        } else {
            row.number(state.question())
                    .flag(unit.claim().filter(Claim::counted).isPresent())
                    .number(claim.flatMap(Claim::fare).map(Fare::expected))
                    .number(claim.flatMap(Claim::fare).map(Fare::cost))
                    .add();
        }
    }

    private void addIds(Unit unit, Moment keyUntil) throws SQLException {
        addId(unit.id(), unit, keyUntil);
        WorkId ofKey = WorkId.derived(unit.pool(), unit.submission().key());
        if (!ofKey.equals(unit.id())) {
            addId(ofKey, unit, keyUntil);
        }
    }

    private void addId(WorkId id, Unit unit, Moment keyUntil) throws SQLException {
        session.sql
                .of(ID)
                .text(id.value())
                .number(unit.sequence())
                .moment(keyUntil)
                .add();
    }

    private int number(WorkerId worker) {
        return Objects.requireNonNull(workers.get(worker));
    }
}
