// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.Claims;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.PastLives;
import dev.holdfast.jdbc.ReadableRows;
import dev.holdfast.jdbc.Row;
import dev.holdfast.jdbc.Submissions;
import dev.holdfast.jdbc.UnitColumns;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;

/** Loads whole units. Where a part of a unit is kept makes no difference to what is loaded. */
final class Units {
    private static final String COLUMNS = """
        SELECT w.seq, w.lane, w.pool, %s, w.start_by, w.version, w.life, w.attempts, w.losses,
          w.cancel_at, w.cancel_actor, w.cancel_reason, w.admitted_at, %s, %s, w.fence IS NOT NULL, %s
        FROM unnest(?) z (seq) JOIN $.%s w ON w.seq = z.seq
        LEFT JOIN $.claim_request q ON q.id = w.request
        LEFT JOIN $.worker k ON k.id = q.worker\
        """;
    private static final String SUBMITTED = Submissions.COLUMNS.replace("s.", "w.");

    static final String LIVE = COLUMNS.formatted(
            "CASE w.state WHEN 9 THEN 0 ELSE w.state END, w.state_at, w.moved_by, w.reason, NULL, NULL, w.question",
            SUBMITTED,
            "NULL, NULL",
            Claims.OF_WORK,
            "unit");
    static final String ENDED = COLUMNS.formatted(
            "w.state, w.state_at, w.moved_by, w.reason, w.evidence, w.reference, NULL::bigint",
            SUBMITTED,
            "w.result_type, w.result",
            Claims.OF_WORK.replace("w.counted, w.fare_for, w.fare", "NULL::boolean, NULL::bigint, NULL::bigint"),
            "unit_history");
    /** The ended claims of units, oldest first, each behind its unit's sequence. */
    static final String PAST = """
        SELECT p.seq, p.life, p.fence, p.attempt, p.run_until, p.begun_at, NULL::boolean, NULL::bigint, NULL::bigint,
          k.name, q.slot, q.high, q.low, q.secret, q.claimed_at,
          p.ended_at, p.how, p.answer, p.late, p.resolution
        FROM unnest(?) z (seq) JOIN $.past_claim p ON p.seq = z.seq
        JOIN $.claim_request q ON q.id = p.request
        JOIN $.worker k ON k.id = q.worker
        ORDER BY p.seq, p.fence\
        """;

    private static final String LIVES = "SELECT " + PastLives.SELECT
            + " FROM unnest(?) z (seq) JOIN $.past_life l ON l.seq = z.seq ORDER BY l.seq, l.life";

    private static final String BY_ID = """
        SELECT z.id, i.seq FROM unnest(?) z (id) JOIN $.unit_id i ON i.id = z.id\
        """;

    private final Session session;

    Units(Session session) {
        this.session = session;
    }

    Optional<Unit> find(WorkId id) throws SQLException {
        return find(List.of(id)).stream().findFirst();
    }

    /** Those units that exist, in the order of {@code ids}. */
    List<Unit> find(Collection<WorkId> ids) throws SQLException {
        Map<String, Unit> leads = leading(ids.stream().map(WorkId::value).toList());
        return ids.stream()
                .map(id -> leads.get(id.value()))
                .filter(Objects::nonNull)
                .filter(unit -> ids.contains(unit.id()))
                .distinct()
                .toList();
    }

    /** The units to which ids lead, also those that units have only for their keys. */
    Map<String, Unit> leading(Collection<String> ids) throws SQLException {
        Map<String, Long> sequences = new HashMap<>();
        session.sql.of(BY_ID).array(ids.toArray(String[]::new)).each(row -> sequences.put(row.text(), row.number()));
        Map<Long, Unit> units = load(sequences.values());
        Map<String, Unit> leads = new HashMap<>();
        sequences.forEach((id, sequence) -> leads.put(id, units.get(sequence)));
        return leads;
    }

    boolean isInLane(long sequence) throws SQLException {
        return session.sql
                .of("SELECT u.state = 0 FROM $.unit u WHERE u.seq = ?")
                .number(sequence)
                .first(row -> row.flag())
                .orElse(false);
    }

    /** As {@link #get}, without those that cannot be read. */
    List<Unit> readable(List<Long> sequences) throws SQLException {
        return ReadableRows.of(sequences, this::get);
    }

    /** Units by sequence, in the given order, those that exist. */
    List<Unit> get(List<Long> sequences) throws SQLException {
        Map<Long, Unit> units = load(sequences);
        return sequences.stream().map(units::get).filter(Objects::nonNull).toList();
    }

    private Map<Long, Unit> load(Collection<Long> sequences) throws SQLException {
        Map<Long, Unit> units = new HashMap<>();
        long[] wanted = sequences.stream().mapToLong(Long::longValue).distinct().toArray();
        if (wanted.length == 0) {
            return units;
        }
        Map<Long, List<PastClaim>> past = new HashMap<>();
        session.sql
                .of(PAST)
                .array(wanted)
                .each(row -> past.computeIfAbsent(row.number(), sequence -> new ArrayList<>())
                        .add(Claims.readPast(row)));
        // A unit that ends between two looks is found by the second one, one that is redriven between them by the
        // third.
        for (String statement : List.of(LIVE, ENDED, LIVE)) {
            long[] missing = LongStream.of(wanted)
                    .filter(sequence -> !units.containsKey(sequence))
                    .toArray();
            if (missing.length > 0) {
                load(statement, missing, past, units);
            }
        }
        return units;
    }

    private void load(String statement, long[] sequences, Map<Long, List<PastClaim>> past, Map<Long, Unit> units)
            throws SQLException {
        List<Raw> raw = session.sql.of(statement).array(sequences).list(Raw::read);
        session.known.lanes.load(session, raw.stream().mapToLong(Raw::lane).toArray());
        List<Unit> found = new ArrayList<>(raw.size());
        for (Raw each : raw) {
            Lane lane = session.known.lanes.get(session, each.lane());
            PoolId pool = session.known.pools.name(session, each.pool());
            List<PastClaim> older = past.getOrDefault(each.sequence(), List.of());
            found.add(each.columns().unit(each.sequence(), pool, lane, older));
        }
        PastLives.added(found, redriven -> session.sql.of(LIVES).array(redriven))
                .forEach(unit -> units.put(unit.sequence(), unit));
    }

    /** A row, before it is known what its lane means. */
    private record Raw(long sequence, long lane, int pool, UnitColumns columns) {
        static Raw read(Row row) throws SQLException {
            return new Raw(row.number(), row.number(), row.integer(), UnitColumns.read(row));
        }
    }
}
