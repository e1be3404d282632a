// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitChange;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.jdbc.AnswerText;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.OptionsText;
import dev.holdfast.jdbc.PastLives;
import dev.holdfast.jdbc.Prepared;
import dev.holdfast.jdbc.StateColumns;
import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.util.Optional;

/** Saves changed units: the row, guarded by its version, the claims that ended, the result, the place in the lane. */
final class UnitSaves {
    private static final String SAVE = """
        UPDATE work SET
          state = ?, state_at = ?, moved_by = ?, reason = ?, evidence = ?, reference = ?, question = ?,
          waits_in = CASE WHEN ? THEN lane END, due_at = ?, late_after = ?, unusual = ?, version = ?, attempts = ?, losses = ?,
          cancel_at = ?, cancel_actor = ?, cancel_reason = ?,
          begun_at = CASE WHEN fence IS NULL THEN NULL ELSE ? END, room = NULL
        WHERE seq = ? AND version = ?\
        """;
    private static final String REDACT = "UPDATE submission SET media_type = ?, payload = ?, options = ? WHERE seq = ?";

    private static final String REDACT_RESULT = "UPDATE result SET media_type = ?, bytes = ? WHERE seq = ?";

    private static final String NEXT_LIFE = "UPDATE work SET life = ?, start_by = ? WHERE seq = ?";
    private static final String START_BY = "UPDATE work SET start_by = ? WHERE seq = ?";
    private static final String MOVE = "UPDATE work SET lane = ?1, waits_in = CASE WHEN ?2 THEN ?1 END WHERE seq = ?3";
    private static final String OPTIONS = "UPDATE submission SET options = ? WHERE seq = ?";
    private static final String ADD_LIFE = "INSERT INTO past_life" + PastLives.INSERT;
    private static final String NO_CLAIM = """
        UPDATE work SET
          fence = NULL, held_by = NULL, request = NULL, attempt = NULL, run_until = NULL, begun_at = NULL, counted = NULL,
          fare_for = NULL, fare = NULL
        WHERE seq = ?\
        """;
    private static final String MOVE_CLAIM = """
        INSERT INTO past_claim (
          ended_at, how, answer, late, resolution, seq, fence, request, life, attempt, run_until, begun_at)
        SELECT ?, ?, ?, ?, ?, seq, fence, request, life, attempt, run_until, begun_at FROM work
        WHERE seq = ? AND fence = ?\
        """;
    private static final String SAVE_PAST = """
        UPDATE past_claim SET ended_at = ?, how = ?, answer = ?, late = ?, resolution = ?
        WHERE seq = ? AND fence = ?\
        """;

    private final Statements sql;
    private final Eligibilities eligibilities;
    private final Lanes lanes;
    private final LanePhases phases;

    UnitSaves(Statements sql, Eligibilities eligibilities, Lanes lanes, LanePhases phases) {
        this.sql = sql;
        this.eligibilities = eligibilities;
        this.lanes = lanes;
        this.phases = phases;
    }

    /** False, with nothing changed, when the unit's row is of another version than {@code before}. */
    boolean save(UnitChange change, Pool pool, Moment now) throws SQLException {
        Unit before = change.before();
        Unit after = change.after();
        if (!saveRow(before, after, now)) {
            return false;
        }
        savePast(before, after);
        if (after.state() instanceof WorkState.Ended ended && ended.result().isPresent()) {
            saveResult(after.sequence(), ended.result().get());
        }
        if (after.isRedacted()) {
            redact(after);
        }
        if (before.life() != after.life()) {
            beginLife(before, after);
        } else if (!before.startBy().equals(after.startBy())) {
            sql.of(START_BY).moment(after.startBy()).number(after.sequence()).update();
        }
        if (!before.laneKey().equals(after.laneKey())) {
            move(after, now);
        }
        if (Place.of(after, now).ready()) {
            phases.enter(lane(after), pool);
        }
        return true;
    }

    /** The unit is queued in another lane than it was in. */
    private void move(Unit unit, Moment now) throws SQLException {
        Lane old = lane(unit);
        Lane lane = lanes.get(old.pool, old.eligibilityId, unit.lane());
        sql.of(MOVE)
                .number(lane.id)
                .flag(Place.of(unit, now).ready())
                .number(unit.sequence())
                .update();
        sql.of(OPTIONS)
                .textIfAny(OptionsText.write(unit))
                .number(unit.sequence())
                .update();
    }

    private Lane lane(Unit unit) throws SQLException {
        return sql.of("SELECT lane FROM work WHERE seq = ?")
                .number(unit.sequence())
                .first(row -> lanes.get(row.number()))
                .orElseThrow();
    }

    /**
     * After the claims that ended: they were of the life that the row still told. What an ended unit waited in may have
     * been dropped.
     */
    private void beginLife(Unit before, Unit after) throws SQLException {
        sql.of(NEXT_LIFE)
                .number(after.life())
                .moment(after.startBy())
                .number(after.sequence())
                .update();
        PastLives.save(before, after, sql.of(ADD_LIFE));
        if (!after.status().isEnd()) {
            Lane lane = lane(after);
            eligibilities.readmit(lane.pool, lane.eligibilityId);
        }
    }

    private boolean saveRow(Unit before, Unit after, Moment now) throws SQLException {
        Prepared save = sql.of(SAVE);
        StateColumns.of(after.state(), after.admittedAt()).bind(save);
        Place.of(after, now).bind(save);
        save.number(after.version())
                .number(after.attempts())
                .number(after.losses())
                .moment(after.cancel().map(request -> request.at()))
                .text(after.cancel().map(request -> request.actor()))
                .text(after.cancel().map(request -> request.reason()))
                .moment(newestClaim(after).flatMap(Claim::begunAt))
                .number(after.sequence())
                .number(before.version());
        return save.update() == 1;
    }

    /** The claim that the row holds or is about to hand over. */
    private static Optional<Claim> newestClaim(Unit unit) {
        return unit.claim()
                .or(() -> unit.past().isEmpty()
                        ? Optional.empty()
                        : Optional.of(unit.past().getLast().claim()));
    }

    private void savePast(Unit before, Unit after) throws SQLException {
        for (int i = 0; i < after.past().size(); i++) {
            PastClaim past = after.past().get(i);
            if (i < before.past().size() && before.past().get(i).equals(past)) {
                continue;
            }
            if (saveClaim(SAVE_PAST, after, past) == 0) {
                saveClaim(MOVE_CLAIM, after, past);
                sql.of(NO_CLAIM).number(after.sequence()).update();
            }
        }
    }

    private int saveClaim(String statement, Unit unit, PastClaim past) throws SQLException {
        return sql.of(statement)
                .moment(past.endedAt())
                .text(past.end().name())
                .text(past.answer().map(AnswerText::write))
                .text(past.late().map(AnswerText::write))
                .text(past.resolution().map(AnswerText::write))
                .number(unit.sequence())
                .number(past.claim().fence().value())
                .update();
    }

    private void redact(Unit unit) throws SQLException {
        Payload payload = unit.submission().payload();
        sql.of(REDACT)
                .text(payload.mediaType())
                .bytes(payload.bytes())
                .textIfAny(OptionsText.write(unit))
                .number(unit.sequence())
                .update();
        if (unit.state() instanceof WorkState.Ended ended && ended.result().isPresent()) {
            Payload result = ended.result().get();
            sql.of(REDACT_RESULT)
                    .text(result.mediaType())
                    .bytes(result.bytes())
                    .number(unit.sequence())
                    .update();
        }
    }

    private void saveResult(long sequence, Payload result) throws SQLException {
        Prepared results = results();
        if (addResult(results, sequence, result) > 0) {
            results.updateAll();
        }
    }

    /** Takes results by {@link #addResult}. */
    Prepared results() throws SQLException {
        return sql.of("INSERT INTO result (seq, media_type, bytes) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
    }

    /** Returns how many rows were added: the empty result needs none. */
    int addResult(Prepared results, long sequence, Payload result) throws SQLException {
        if (result.equals(Payload.EMPTY)) {
            return 0;
        }
        results.number(sequence).text(result.mediaType()).bytes(result.bytes()).add();
        return 1;
    }
}
