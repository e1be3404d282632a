// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.work.AuditEntry;
import dev.holdfast.core.work.Blocked;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.AuditRows;
import dev.holdfast.jdbc.Json;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.Row;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads all of an authority, in one transaction. */
final class Capturing {
    /** Units at once: of the largest ones some 25 MB. */
    private static final int PAGE = 100;

    private static final String NEXT_UNITS = """
        SELECT w.seq FROM work w CROSS JOIN pool p ON p.id = w.pool
        WHERE w.seq > ? AND p.authority = ? ORDER BY w.seq LIMIT\
        """ + " " + PAGE;
    private static final String BESIDES = """
        SELECT s.key_until, w.waits_in IS NOT NULL FROM json_each(?) j
        CROSS JOIN work w ON w.seq = j.value
        CROSS JOIN submission s ON s.seq = w.seq ORDER BY j.key\
        """;
    private static final String KEYS = """
        SELECT l.pool, l.band, l.fairness_key, max(l.tag), max(l.phase <> 0) FROM lane l
        CROSS JOIN pool p ON p.id = l.pool WHERE p.authority = ? GROUP BY l.pool, l.band, l.fairness_key\
        """;
    private static final String LANES = """
        SELECT l.id, l.pool, l.blocked_grant, l.blocked_at, l.blocked_seq FROM lane l CROSS JOIN pool p ON p.id = l.pool WHERE p.authority = ? AND l.phase <> 0\
        """;

    private static final String AUDIT =
            "SELECT " + AuditRows.SELECT + " FROM audit WHERE authority = ? AND id > ? ORDER BY id LIMIT " + PAGE;

    private final Session session;

    Capturing(Session session) {
        this.session = session;
    }

    void run(AuthorityId name, Consumer<Captured> sink) throws SQLException {
        sink.accept(new Captured.OfLedger(name, session.epoch()));
        session.domains.shared().forEach(domain -> sink.accept(new Captured.OfDomain(domain)));
        Map<Long, Pool> pools = new HashMap<>();
        for (Pools.Stored each : session.pools.all()) {
            pools.put(each.id(), each.pool());
            sink.accept(new Captured.OfPool(each.pool()));
        }
        workers(sink);
        keys(pools, sink);
        lanes(pools, sink);
        units(sink);
        slots(sink);
        session.schedules.all().forEach(each -> sink.accept(new Captured.OfSchedule(each)));
        Attempts.rows(session).each(attempt -> sink.accept(new Captured.OfAttempt(attempt)));
        audit(sink);
        session.accounts.all().entrySet().stream()
                .filter(each -> !each.getKey().scope().isCountable())
                .map(each -> new Captured.OfAmount(each.getKey(), each.getValue()))
                .sorted()
                .forEach(sink);
    }

    private void workers(Consumer<Captured> sink) throws SQLException {
        session.workers.all().stream().map(Captured.OfWorker::new).sorted().forEach(sink);
    }

    private record Key(long pool, int band, String name, long tag, boolean open) {
        static Key read(Row row) throws SQLException {
            return new Key(row.number(), row.integer(), row.text(), row.number(), row.flag());
        }
    }

    private void keys(Map<Long, Pool> pools, Consumer<Captured> sink) throws SQLException {
        List<Captured.OfKey> keys = new ArrayList<>();
        for (Key each : session.sql.of(KEYS).number(session.authority).list(Key::read)) {
            Pool pool = Objects.requireNonNull(pools.get(each.pool()));
            if (each.open() || each.tag() > pool.clocks().get(each.band())) {
                keys.add(new Captured.OfKey(pool.id(), each.band(), each.name(), each.tag()));
            }
        }
        keys.stream().sorted().forEach(sink);
    }

    private record Open(long lane, long pool, Optional<Blocked> blocked) {
        static Open read(Row row) throws SQLException {
            return new Open(row.number(), row.number(), LaneViews.readBlocked(row));
        }
    }

    private void lanes(Map<Long, Pool> pools, Consumer<Captured> sink) throws SQLException {
        List<Captured.OfLane> lanes = new ArrayList<>();
        for (Open each : session.sql.of(LANES).number(session.authority).list(Open::read)) {
            Lane lane = session.lanes.get(each.lane());
            PoolId pool = Objects.requireNonNull(pools.get(each.pool())).id();
            lanes.add(new Captured.OfLane(pool, lane.band, lane.key, lane.eligibility, lane.needs, each.blocked()));
        }
        lanes.stream().sorted().forEach(sink);
    }

    private record Besides(Moment keyUntil, boolean inLane) {
        static Besides read(Row row) throws SQLException {
            return new Besides(row.moment(), row.flag());
        }
    }

    private void units(Consumer<Captured> sink) throws SQLException {
        long after = Unit.UNNUMBERED;
        while (true) {
            List<Long> sequences = session.sql
                    .of(NEXT_UNITS)
                    .number(after)
                    .number(session.authority)
                    .list(row -> row.number());
            if (sequences.isEmpty()) {
                return;
            }
            String json =
                    Json.numbers(sequences.stream().mapToLong(Long::longValue).toArray());
            List<Besides> besides = session.sql.of(BESIDES).text(json).list(Besides::read);
            List<Unit> units = session.units.get(sequences);
            for (int i = 0; i < units.size(); i++) {
                sink.accept(new Captured.OfUnit(
                        units.get(i), besides.get(i).keyUntil(), besides.get(i).inLane()));
            }
            after = sequences.getLast();
        }
    }

    private void slots(Consumer<Captured> sink) throws SQLException {
        session
                .sql
                .of("""
                    SELECT w.name, s.number, s.high, s.low, p.name, s.first, s.last FROM slot s
                    CROSS JOIN worker w ON w.id = s.worker CROSS JOIN pool p ON p.id = s.pool WHERE s.authority = ?\
                    """)
                .number(session.authority)
                .list(row -> new Captured.OfSlot(
                        new WorkerId(row.text()),
                        new RequestId(row.integer(), row.number(), row.number()),
                        new PoolId(row.text()),
                        new ClaimStep.FenceRange(new Fence(row.number()), new Fence(row.number()))))
                .stream()
                .sorted()
                .forEach(sink);
    }

    private void audit(Consumer<Captured> sink) throws SQLException {
        long after = AuditEntry.UNNUMBERED;
        long rank = 0;
        while (true) {
            List<AuditEntry> page = session.sql
                    .of(AUDIT)
                    .number(session.authority)
                    .number(after)
                    .list(AuditRows::read);
            if (page.isEmpty()) {
                return;
            }
            for (AuditEntry entry : page) {
                sink.accept(new Captured.OfAudit(entry.numbered(++rank)));
            }
            after = page.getLast().number();
        }
    }
}
