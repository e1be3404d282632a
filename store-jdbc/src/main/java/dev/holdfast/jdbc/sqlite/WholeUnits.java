// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.work.CancelRequest;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.Fare;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.jdbc.Claims;
import dev.holdfast.jdbc.KeptClaims;
import dev.holdfast.jdbc.KnownRequests;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.PastLives;
import dev.holdfast.jdbc.Prepared;
import dev.holdfast.jdbc.StateColumns;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Writes units as they are, with all that belongs to them. */
final class WholeUnits {
    private static final int AT_ONCE = 200;

    private static final String WORK = """
        INSERT INTO work (
          seq, pool, lane, state, state_at, moved_by, reason, evidence, reference, question,
          waits_in, due_at, late_after, held_by, unusual, start_by, version, life, attempts, losses,
          fence, request, attempt, run_until, begun_at, counted, fare_for, fare, cancel_at, cancel_actor, cancel_reason)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
        """;
    private static final String PAST_CLAIM = "INSERT INTO past_claim" + Claims.INSERT_PAST;

    private final Session session;
    private final KnownRequests requests = new KnownRequests();
    private final Map<WorkerId, Long> workers = new HashMap<>();
    private final SubmissionRows submissions;
    private int added;

    WholeUnits(Session session) throws SQLException {
        this.session = session;
        this.submissions = new SubmissionRows(session);
    }

    void add(Captured.OfUnit part, long pool, Lane lane) throws SQLException {
        Unit unit = part.unit();
        KeptClaims claims = KeptClaims.of(unit);
        OptionalLong request = claims.inRow().isPresent()
                ? OptionalLong.of(request(unit, claims.inRow().get()))
                : OptionalLong.empty();
        addWork(part, pool, lane, claims.inRow(), request);
        submissions.add(unit, pool, part.keyUntil());
        for (PastClaim past : claims.apart()) {
            long its = request(unit, past.claim());
            Claims.addPast(session.sql.of(PAST_CLAIM), unit.sequence(), past, its);
        }
        PastLives.saveAll(unit, session.sql.of("INSERT INTO past_life" + PastLives.INSERT));
        if (unit.state() instanceof WorkState.Ended ended && ended.result().isPresent()) {
            Prepared results = session.saves.results();
            session.saves.addResult(results, unit.sequence(), ended.result().get());
        }
        if (++added == AT_ONCE) {
            write();
        }
    }

    void write() throws SQLException {
        added = 0;
        session.sql.of(WORK).updateAll();
        submissions.write();
        session.sql.of(PAST_CLAIM).updateAll();
        session.saves.results().updateAll();
    }

    private void addWork(Captured.OfUnit part, long pool, Lane lane, Optional<Claim> claim, OptionalLong request)
            throws SQLException {
        Unit unit = part.unit();
        Prepared work =
                session.sql.of(WORK).number(unit.sequence()).number(pool).number(lane.id);
        StateColumns.of(unit.state(), unit.admittedAt()).bind(work);
        Place place = Place.of(unit, part.inLane());
        work.number(place.ready() ? OptionalLong.of(lane.id) : OptionalLong.empty())
                .moment(place.dueAt())
                .moment(place.lateAfter())
                .number(
                        unit.claim().isPresent()
                                ? OptionalLong.of(worker(unit.claim().get().worker()))
                                : OptionalLong.empty())
                .number(place.unusual())
                .moment(unit.startBy())
                .number(unit.version())
                .number(unit.life())
                .number(unit.attempts())
                .number(unit.losses())
                .number(claim.map(each -> each.fence().value()))
                .number(request)
                .number(claim.map(each -> (long) each.attempt()))
                .moment(claim.flatMap(Claim::runUntil))
                .moment(claim.flatMap(Claim::begunAt))
                .number(claim.filter(Claim::counted).map(each -> 1L))
                .number(claim.flatMap(Claim::fare).map(Fare::expected))
                .number(claim.flatMap(Claim::fare).map(Fare::cost))
                .moment(unit.cancel().map(CancelRequest::at))
                .text(unit.cancel().map(CancelRequest::actor))
                .text(unit.cancel().map(CancelRequest::reason))
                .add();
    }

    private long request(Unit unit, Claim claim) throws SQLException {
        return requests.number(unit.pool(), claim, each -> session.requests.insert(each, worker(each.worker())));
    }

    private long worker(WorkerId worker) throws SQLException {
        Long number = workers.get(worker);
        if (number == null) {
            number = session.workers.find(worker).orElseThrow().id();
            workers.put(worker, number);
        }
        return number;
    }
}
