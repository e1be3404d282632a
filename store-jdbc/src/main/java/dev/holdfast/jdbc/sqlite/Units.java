// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.Claims;
import dev.holdfast.jdbc.Json;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.PastLives;
import dev.holdfast.jdbc.ReadableRows;
import dev.holdfast.jdbc.Row;
import dev.holdfast.jdbc.StateColumns;
import dev.holdfast.jdbc.Statements;
import dev.holdfast.jdbc.Submissions;
import dev.holdfast.jdbc.UnitColumns;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Loads whole units. Where a part of a unit is kept makes no difference to what is loaded. */
final class Units {
    static final String SELECT = """
        SELECT w.seq, w.lane, p.name, %s, w.start_by, w.version, w.life, w.attempts, w.losses,
          w.cancel_at, w.cancel_actor, w.cancel_reason, s.admitted_at, %s,
          r.media_type, r.bytes, w.fence IS NOT NULL, %s
        FROM json_each(?) j
        CROSS JOIN work w ON w.seq = j.value
        CROSS JOIN submission s ON s.seq = w.seq
        CROSS JOIN pool p ON p.id = w.pool
        LEFT JOIN result r ON r.seq = w.seq
        LEFT JOIN claim_request q ON q.id = w.request
        LEFT JOIN worker k ON k.id = q.worker
        ORDER BY j.key\
        """.formatted(StateColumns.COLUMNS, Submissions.COLUMNS, Claims.OF_WORK);
    private static final String LIVES = "SELECT " + PastLives.SELECT
            + " FROM json_each(?) j CROSS JOIN past_life l ON l.seq = j.value ORDER BY l.seq, l.life";
    private static final String BY_ID = """
        SELECT s.seq FROM json_each(?) j
        CROSS JOIN submission s ON s.authority = ? AND s.id = j.value
        ORDER BY j.key\
        """;

    private final Statements sql;
    private final long authority;
    private final Lanes lanes;

    Units(Statements sql, long authority, Lanes lanes) {
        this.sql = sql;
        this.authority = authority;
        this.lanes = lanes;
    }

    Optional<Unit> find(WorkId id) throws SQLException {
        return find(List.of(id)).stream().findFirst();
    }

    /** Those units that exist, in the order of {@code ids}. */
    List<Unit> find(Collection<WorkId> ids) throws SQLException {
        return get(sequences(ids.stream().map(WorkId::value).toList()));
    }

    /** The sequences of those ids that exist, in the order of {@code ids}. */
    List<Long> sequences(Collection<String> ids) throws SQLException {
        return sql.of(BY_ID).text(Json.texts(ids)).number(authority).list(row -> row.number());
    }

    boolean isInLane(long sequence) throws SQLException {
        return sql.of("SELECT waits_in IS NOT NULL FROM work WHERE seq = ?")
                .number(sequence)
                .first(row -> row.flag())
                .orElse(false);
    }

    /** As {@link #get}, without those that cannot be read. */
    List<Unit> readable(List<Long> sequences) throws SQLException {
        return ReadableRows.of(sequences, this::get);
    }

    /** Units by sequence, in the given order; all of them exist. */
    List<Unit> get(List<Long> sequences) throws SQLException {
        if (sequences.isEmpty()) {
            return List.of();
        }
        String json = Json.numbers(sequences.stream().mapToLong(Long::longValue).toArray());
        Map<Long, List<PastClaim>> past = new HashMap<>();
        sql.of(Claims.SELECT_PAST)
                .text(json)
                .each(row -> past.computeIfAbsent(row.number(), sequence -> new ArrayList<>())
                        .add(Claims.readPast(row)));
        List<Unit> units = sql.of(SELECT).text(json).list(row -> read(row, past));
        return PastLives.added(units, redriven -> sql.of(LIVES).text(Json.numbers(redriven)));
    }

    private Unit read(Row row, Map<Long, List<PastClaim>> past) throws SQLException {
        long sequence = row.number();
        Lane lane = lanes.get(row.number());
        PoolId pool = new PoolId(row.text());
        return UnitColumns.read(row).unit(sequence, pool, lane, past.getOrDefault(sequence, List.of()));
    }
}
