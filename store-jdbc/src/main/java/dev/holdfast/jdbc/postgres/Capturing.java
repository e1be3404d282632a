// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.work.AuditEntry;
import dev.holdfast.core.work.Blocked;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.AuditRows;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.Row;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads all of a ledger, in one transaction that sees one moment of it. */
final class Capturing {
    /** Units at once: of the largest ones some 25 MB. */
    private static final int PAGE = 100;

    private static final String NEXT_UNITS = """
        (SELECT u.seq FROM $.unit u WHERE u.seq > ? ORDER BY u.seq LIMIT %1$d)
        UNION ALL
        (SELECT h.seq FROM $.unit_history h WHERE h.seq > ? ORDER BY h.seq LIMIT %1$d)
        ORDER BY 1 LIMIT %1$d\
        """.formatted(PAGE);
    private static final String BESIDES = """
        SELECT i.seq, i.key_until, EXISTS (SELECT FROM $.unit u WHERE u.seq = i.seq AND u.state = 0)
        FROM unnest(?, ?) z (id, seq) JOIN $.unit_id i ON i.id = z.id AND i.seq = z.seq\
        """;
    /** What units entered since the newest fold: a claim would fold it in first. */
    private static final String NAMED = """
        WITH named AS MATERIALIZED (
            SELECT DISTINCT z.lane FROM $.inbox i JOIN $.pool_log o ON o.pool = i.pool
            CROSS JOIN LATERAL unnest(i.lanes) z (lane)
            WHERE NOT pg_visible_in_snapshot(i.xid, o.mark)
        )
        """;

    private static final String KEYS = NAMED + """
        SELECT x.pool, x.band, x.name, CASE WHEN x.entered THEN greatest(x.tag, x.clock) ELSE x.tag END FROM (
            SELECT k.pool, k.band, k.name, max(t.tag) tag, max(o.clocks[k.band + 1]) clock,
                bool_or(t.phase = 0 AND n.lane IS NOT NULL) entered, bool_or(t.phase <> 0 OR n.lane IS NOT NULL) is_open
            FROM $.turn t JOIN $.fairness_key k ON k.id = t.fairness_key JOIN $.pool_log o ON o.pool = k.pool
            LEFT JOIN named n ON n.lane = t.lane GROUP BY k.pool, k.band, k.name
        ) x WHERE x.is_open OR x.tag > x.clock\
        """;
    private static final String LANES = NAMED + """
        SELECT t.lane, t.pool, t.blocked FROM $.turn t LEFT JOIN named n ON n.lane = t.lane
        WHERE t.phase <> 0 OR n.lane IS NOT NULL\
        """;
    private static final String SLOTS = """
        SELECT w.name, q.slot, q.high, q.low, p.name, q.first, q.last FROM (
            SELECT DISTINCT ON (r.worker, r.slot) r.* FROM $.claim_request r
            WHERE r.last IS NOT NULL ORDER BY r.worker, r.slot, r.id DESC
        ) q JOIN $.worker w ON w.id = q.worker JOIN $.pool p ON p.id = q.pool\
        """;

    private static final String AUDIT =
            "SELECT " + AuditRows.SELECT + " FROM $.audit WHERE id > ? ORDER BY id LIMIT " + PAGE;

    private final Session session;

    Capturing(Session session) {
        this.session = session;
    }

    void run(AuthorityId name, Consumer<Captured> sink) throws SQLException {
        int epoch = session.sql
                .of("SELECT epoch FROM $.authority")
                .first(row -> row.integer())
                .orElseThrow();
        sink.accept(new Captured.OfLedger(name, epoch));
        new SharedDomains(session).all().forEach(domain -> sink.accept(new Captured.OfDomain(domain)));
        new Pools(session).all().forEach(each -> sink.accept(new Captured.OfPool(each.pool())));
        new Workers(session).all().stream().map(Captured.OfWorker::new).sorted().forEach(sink);
        keys(sink);
        lanes(sink);
        units(sink);
        slots(sink);
        new Schedules(session).all().forEach(each -> sink.accept(new Captured.OfSchedule(each)));
        Attempts.rows(session).each(attempt -> sink.accept(new Captured.OfAttempt(attempt)));
        audit(sink);
        amounts(sink);
    }

    private void amounts(Consumer<Captured> sink) throws SQLException {
        List<Captured.OfAmount> amounts = new ArrayList<>();
        for (Pools.Stored pool : new Pools(session).all()) {
            Accounts.of(session, pool.pool().id(), pool.number()).forEach((account, amount) -> {
                if (!account.scope().isCountable()) {
                    amounts.add(new Captured.OfAmount(account, amount));
                }
            });
        }
        amounts.stream().sorted().forEach(sink);
    }

    private record Key(int pool, int band, String name, long tag) {
        static Key read(Row row) throws SQLException {
            return new Key(row.integer(), row.integer(), row.text(), row.number());
        }
    }

    private void keys(Consumer<Captured> sink) throws SQLException {
        List<Captured.OfKey> keys = new ArrayList<>();
        for (Key each : session.sql.of(KEYS).list(Key::read)) {
            PoolId pool = session.known.pools.name(session, each.pool());
            keys.add(new Captured.OfKey(pool, each.band(), each.name(), each.tag()));
        }
        keys.stream().sorted().forEach(sink);
    }

    private record Open(long lane, int pool, Optional<Blocked> blocked) {
        static Open read(Row row) throws SQLException {
            return new Open(row.number(), row.integer(), BlockedArray.read(row.numbers()));
        }
    }

    private void lanes(Consumer<Captured> sink) throws SQLException {
        List<Open> open = session.sql.of(LANES).list(Open::read);
        session.known.lanes.load(session, open.stream().mapToLong(Open::lane).toArray());
        List<Captured.OfLane> lanes = new ArrayList<>();
        for (Open each : open) {
            Lane lane = session.known.lanes.get(session, each.lane());
            PoolId pool = session.known.pools.name(session, each.pool());
            lanes.add(new Captured.OfLane(pool, lane.band, lane.key, lane.eligibility, lane.needs, each.blocked()));
        }
        lanes.stream().sorted().forEach(sink);
    }

    private record Besides(long sequence, Moment keyUntil, boolean inLane) {
        static Besides read(Row row) throws SQLException {
            return new Besides(row.number(), row.moment(), row.flag());
        }
    }

    private void units(Consumer<Captured> sink) throws SQLException {
        long after = Unit.UNNUMBERED;
        while (true) {
            List<Long> sequences =
                    session.sql.of(NEXT_UNITS).number(after).number(after).list(row -> row.number());
            if (sequences.isEmpty()) {
                return;
            }
            List<Unit> units = new Units(session).get(sequences);
            Map<Long, Besides> besides = new HashMap<>();
            session.sql
                    .of(BESIDES)
                    .array(units.stream().map(unit -> unit.id().value()).toArray(String[]::new))
                    .array(units.stream().map(Unit::sequence).toArray(Long[]::new))
                    .list(Besides::read)
                    .forEach(each -> besides.put(each.sequence(), each));
            for (Unit unit : units) {
                Besides beside = besides.get(unit.sequence());
                if (beside == null) {
                    throw new SQLException("unit " + unit.id() + " is not found by its id", "XX001");
                }
                sink.accept(new Captured.OfUnit(unit, beside.keyUntil(), beside.inLane()));
            }
            after = sequences.getLast();
        }
    }

    private void slots(Consumer<Captured> sink) throws SQLException {
        session
                .sql
                .of(SLOTS)
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
            List<AuditEntry> page = session.sql.of(AUDIT).number(after).list(AuditRows::read);
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
