// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitChange;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.jdbc.AnswerText;
import dev.holdfast.jdbc.OptionsText;
import dev.holdfast.jdbc.PastLives;
import dev.holdfast.jdbc.Prepared;
import dev.holdfast.jdbc.StateColumns;
import dev.holdfast.jdbc.States;
import java.sql.SQLException;
import java.util.Optional;

/** Saves changed units: the row, guarded by its version, and the claims that ended. */
final class UnitSaves {
    /** What a live unit becomes. Its claim columns are filled only while it is claimed. */
    private static final String SAVE_LIVE = """
        UPDATE $.unit SET
          state = ?, state_at = ?, moved_by = ?, reason = ?, question = ?,
          version = ?, attempts = ?, losses = ?, cancel_at = ?, cancel_actor = ?, cancel_reason = ?, begun_at = ?,
          fence = CASE WHEN ? THEN fence END, worker = CASE WHEN ? THEN worker END,
          request = CASE WHEN ? THEN request END, attempt = CASE WHEN ? THEN attempt END,
          run_until = CASE WHEN ? THEN run_until END, counted = CASE WHEN ? THEN counted END,
          fare_for = CASE WHEN ? THEN fare_for END, fare = CASE WHEN ? THEN fare END
        WHERE seq = ?\
        """;

    private static final String END = """
        WITH gone AS (DELETE FROM $.unit WHERE seq = ? RETURNING *)
        INSERT INTO $.unit_history (
          seq, pool, lane, start_by, run_limit, life, id, id_given, idempotency_key, admitted_at, asks_first, options,
          media_type, payload, state, state_at, moved_by, reason, evidence, reference,
          version, attempts, losses, cancel_at, cancel_actor, cancel_reason, result_type, result)
        SELECT seq, pool, lane, start_by, run_limit, life, id, id_given, idempotency_key, admitted_at, asks_first, options,
          media_type, payload, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM gone\
        """;
    /** An ended unit waits again: its row goes back to the live ones. The rest of it is saved as that of any live unit. */
    private static final String REVIVE = """
        WITH gone AS (DELETE FROM $.unit_history WHERE seq = ? RETURNING *)
        INSERT INTO $.unit (
          seq, pool, lane, start_by, run_limit, life, id, id_given, idempotency_key, admitted_at, asks_first, options,
          media_type, payload, state, state_at, moved_by, version, attempts, losses)
        SELECT seq, pool, lane, start_by, run_limit, life, id, id_given, idempotency_key, admitted_at, asks_first, options,
          media_type, payload, 0, state_at, moved_by, version, attempts, losses FROM gone\
        """;

    private static final String NEXT_LIFE = "UPDATE $.unit SET life = ?, start_by = ? WHERE seq = ?";
    private static final String START_BY = "UPDATE $.unit SET start_by = ? WHERE seq = ?";
    private static final String MOVE = "UPDATE $.unit SET lane = ?, options = ? WHERE seq = ?";
    private static final String ADD_LIFE = "INSERT INTO $.past_life" + PastLives.INSERT;

    /** An ended unit only learns what a late answer says. */
    private static final String SAVE_ENDED =
            "UPDATE $.unit_history SET version = ?, attempts = ?, losses = ? WHERE seq = ?";

    private static final String REDACT = """
        UPDATE $.unit_history SET media_type = ?, payload = ?, options = ?, result_type = ?, result = ? WHERE seq = ?\
        """;

    private static final String NO_CLAIM =
            "UPDATE $.unit_history SET fence = NULL, worker = NULL, request = NULL WHERE seq = ?";

    private static final String SAVE_PAST = """
        UPDATE $.past_claim SET ended_at = ?, how = ?, answer = ?, late = ?, resolution = ?, begun_at = ?
        WHERE seq = ? AND fence = ?\
        """;
    /** The state of a queued unit that is not in its lane yet. */
    private static final int DELAYED = 9;

    private final Session session;
    private final Telling telling;
    private final OwnUnits own;

    UnitSaves(Session session, Telling telling) {
        this.session = session;
        this.telling = telling;
        this.own = new OwnUnits(session);
    }

    /** False, with nothing changed, when the unit's row is of another version than {@code before}. */
    boolean save(UnitChange change, int pool, Moment now) throws SQLException {
        Unit before = change.before();
        Unit after = change.after();
        String table = before.status().isEnd() ? "unit_history" : "unit";
        Optional<Long> lane = session.sql
                .of(lock(table))
                .number(before.sequence())
                .number(before.version())
                .first(row -> row.number());
        if (lane.isEmpty()) {
            return false;
        }
        savePast(table, before, after);
        long waitsIn = lane.get();
        boolean staysEnded = before.status().isEnd() && before.life() == after.life();
        if (before.life() != after.life()) {
            beginLife(before, after);
        } else if (!before.startBy().equals(after.startBy())) {
            session.sql
                    .of(START_BY)
                    .moment(after.startBy())
                    .number(after.sequence())
                    .update();
        }
        if (OwnUnits.isMoved(change)) {
            waitsIn = own.laneOf(after);
            session.sql
                    .of(MOVE)
                    .number(waitsIn)
                    .textIfAny(OptionsText.write(after))
                    .number(after.sequence())
                    .update();
        }
        switch (after.state()) {
            case WorkState.Held held -> saveLive(after, true);
            case WorkState.Queued queued -> {
                boolean due = !queued.due().isAfter(now);
                saveLive(after, due);
                if (due) {
                    telling.entered(pool, waitsIn, after.sequence());
                }
            }
            case WorkState.Claimed claimed -> saveLive(after, true);
            case WorkState.Uncertain uncertain -> saveLive(after, true);
            case WorkState.Ended ended
            when staysEnded ->
                counters(session.sql.of(SAVE_ENDED), after)
                        .number(after.sequence())
                        .update();
            case WorkState.Ended ended -> end(after, ended);
        }
        if (after.isRedacted()) {
            redact(after);
        }
        return true;
    }

    /** Others of a batch may have changed the unit before and after its redrive. */
    private void beginLife(Unit before, Unit after) throws SQLException {
        if (before.status().isEnd()) {
            session.sql.of(REVIVE).number(after.sequence()).update();
        }
        session.sql
                .of(NEXT_LIFE)
                .integer(after.life())
                .moment(after.startBy())
                .number(after.sequence())
                .update();
        PastLives.save(before, after, session.sql.of(ADD_LIFE));
    }

    private static Prepared counters(Prepared statement, Unit unit) throws SQLException {
        return statement.number(unit.version()).integer(unit.attempts()).integer(unit.losses());
    }

    private static Prepared cancel(Prepared statement, Unit unit) throws SQLException {
        return statement
                .moment(unit.cancel().map(request -> request.at()))
                .text(unit.cancel().map(request -> request.actor()))
                .text(unit.cancel().map(request -> request.reason()));
    }

    private void saveLive(Unit unit, boolean due) throws SQLException {
        StateColumns state = StateColumns.of(unit.state(), unit.admittedAt());
        boolean claimed = unit.claim().isPresent();
        Prepared save = session.sql
                .of(SAVE_LIVE)
                .integer(due ? States.number(state.status()) : DELAYED)
                .moment(state.at())
                .text(state.movedBy())
                .textIfAny(state.reason())
                .number(state.question());
        cancel(counters(save, unit), unit).moment(unit.claim().flatMap(Claim::begunAt));
        for (int column = 0; column < 8; column++) {
            save.flag(claimed);
        }
        save.number(unit.sequence()).update();
    }

    private void end(Unit unit, WorkState.Ended ended) throws SQLException {
        StateColumns state = StateColumns.of(ended, unit.admittedAt());
        Optional<Payload> result = result(ended);
        Prepared save = session.sql
                .of(END)
                .number(unit.sequence())
                .integer(States.number(state.status()))
                .moment(state.at())
                .text(state.movedBy())
                .textIfAny(state.reason())
                .text(state.evidence())
                .textIfAny(state.reference());
        cancel(counters(save, unit), unit).text(result.map(Payload::mediaType)).bytes(result.map(Payload::bytes));
        save.update();
    }

    private void redact(Unit unit) throws SQLException {
        Payload payload = unit.submission().payload();
        Optional<Payload> result = result(unit.state());
        session.sql
                .of(REDACT)
                .text(payload.mediaType())
                .bytes(payload.bytes())
                .textIfAny(OptionsText.write(unit))
                .text(result.map(Payload::mediaType))
                .bytes(result.map(Payload::bytes))
                .number(unit.sequence())
                .update();
    }

    /** Empty for the empty result. */
    private static Optional<Payload> result(WorkState state) {
        return state instanceof WorkState.Ended ended
                ? ended.result().filter(payload -> !payload.equals(Payload.EMPTY))
                : Optional.empty();
    }

    private void savePast(String table, Unit before, Unit after) throws SQLException {
        for (int i = 0; i < after.past().size(); i++) {
            PastClaim past = after.past().get(i);
            boolean known = i < before.past().size() && before.past().get(i).equals(past);
            if (!known && saveClaim(SAVE_PAST, after, past) == 0) {
                saveClaim(addPast(table), after, past);
                if (before.status().isEnd()) {
                    session.sql.of(NO_CLAIM).number(after.sequence()).update();
                }
            }
        }
    }

    private int saveClaim(String statement, Unit unit, PastClaim past) throws SQLException {
        return session.sql
                .of(statement)
                .moment(past.endedAt())
                .text(past.end().name())
                .text(past.answer().map(AnswerText::write))
                .text(past.late().map(AnswerText::write))
                .text(past.resolution().map(AnswerText::write))
                .moment(past.claim().begunAt())
                .number(unit.sequence())
                .number(past.claim().fence().value())
                .update();
    }

    private static String lock(String table) {
        return "SELECT lane FROM $.%s WHERE seq = ? AND version = ? FOR NO KEY UPDATE".formatted(table);
    }

    private static String addPast(String table) {
        return """
            INSERT INTO $.past_claim (
              ended_at, how, answer, late, resolution, begun_at, seq, fence, request, life, attempt, run_until)
            SELECT ?, ?, ?, ?, ?, ?, seq, fence, request, life, attempt, run_until FROM $.%s
            WHERE seq = ? AND fence = ?\
            """.formatted(table);
    }
}
