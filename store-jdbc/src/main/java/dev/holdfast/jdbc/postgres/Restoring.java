// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.ledger.NotEmpty;
import dev.holdfast.core.ledger.Restoration;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.Reactions;
import dev.holdfast.core.work.ScheduleChange;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.AccountText;
import dev.holdfast.jdbc.AttemptSaves;
import dev.holdfast.jdbc.AuditRows;
import dev.holdfast.jdbc.ShapeText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Writes a captured ledger into an empty schema, in one transaction. */
final class Restoring {
    /** Whoever would define a pool or a domain meanwhile waits, and finds it there. */
    private static final String LOCK = "LOCK TABLE $.pool, $.worker, $.domain, $.attempt IN EXCLUSIVE MODE";

    /** What this transaction put into the inbox is not in any snapshot of its own: marks are from the beginning. */
    private static final String FLOORS = """
        UPDATE $.pool_log l SET mark = '1:1:',
            floor_of = coalesce((SELECT array_agg(f.f_of ORDER BY f.f_of) FROM (
                SELECT DISTINCT t.eligibility * 8 + t.band f_of FROM $.turn t WHERE t.pool = l.pool AND t.phase = 1) f), '{}'),
            floor_at = coalesce((SELECT array_agg(f.f_at ORDER BY f.f_of) FROM (
                SELECT t.eligibility * 8 + t.band f_of, min(t.tag) f_at FROM $.turn t
                WHERE t.pool = l.pool AND t.phase = 1 GROUP BY t.eligibility, t.band) f), '{}')\
        """;

    private static final String SEQUENCE = "SELECT setval('$.unit_seq', greatest(1, ?), ?)";

    private final Session session;
    private final Telling telling;
    private final Map<PoolId, Integer> pools = new HashMap<>();
    private final Map<PoolId, LaneAdmission> lanes = new HashMap<>();
    private final Map<PoolId, Map<Account, Long>> used = new HashMap<>();
    private final List<Captured.OfKey> keys = new ArrayList<>();
    private final WholeUnits units;
    private final AttemptSaves attempts;
    private long newest;

    Restoring(Session session) {
        this.session = session;
        this.telling = new Telling(session);
        this.units = new WholeUnits(session);
        this.attempts = Attempts.saves(session);
    }

    int run(Restoration restoration) throws SQLException {
        session.sql.of(LOCK).update();
        boolean empty = session.sql
                .of("SELECT NOT EXISTS (SELECT FROM $.pool) AND NOT EXISTS (SELECT FROM $.worker)"
                        + " AND NOT EXISTS (SELECT FROM $.attempt) AND NOT EXISTS (SELECT FROM $.domain)")
                .first(row -> row.flag())
                .orElse(false);
        if (!empty) {
            throw new NotEmpty();
        }
        Iterator<Captured> parts = restoration.take(session.now());
        while (parts.hasNext()) {
            restore(parts.next());
        }
        units.write();
        for (Captured.OfKey key : keys) {
            restore(key);
        }
        for (Map.Entry<PoolId, Map<Account, Long>> each : used.entrySet()) {
            for (Map.Entry<Account, Long> amount : each.getValue().entrySet()) {
                if (amount.getKey().scope() == Account.Scope.RUN_OWED) {
                    makePlace(each.getKey(), ClaimPage.Owed.of(amount.getKey(), amount.getValue()));
                }
            }
            telling.add(pool(each.getKey()), each.getValue());
        }
        telling.write();
        session.sql.of(FLOORS).update();
        session.sql.of(SEQUENCE).number(newest).flag(newest > 0).first(row -> row.number());
        session.makesClaimable(Wakes.Cause.WORK);
        return raiseEpoch(restoration);
    }

    private int raiseEpoch(Restoration restoration) throws SQLException {
        int own = session.sql
                .of("SELECT epoch FROM $.authority FOR UPDATE")
                .first(row -> row.integer())
                .orElseThrow();
        int epoch = restoration.epochAfter(own);
        session.sql.of("UPDATE $.authority SET epoch = ?").integer(epoch).update();
        session.sql.of("UPDATE $.incarnation SET epoch = ?").integer(epoch).update();
        return epoch;
    }

    private void restore(Captured part) throws SQLException {
        switch (part) {
            case Captured.OfLedger ledger -> {}
            case Captured.OfDomain domain -> new SharedDomains(session).put(domain.domain());
            case Captured.OfPool pool -> {
                PoolId id = pool.pool().id();
                new Pools(session).save(pool.pool());
                int number = session.sql
                        .of("SELECT id FROM $.pool WHERE name = ?")
                        .text(id.value())
                        .first(row -> row.integer())
                        .orElseThrow();
                pools.put(id, number);
                lanes.put(id, new LaneAdmission(session, id, number));
            }
            case Captured.OfWorker worker -> {
                new Workers(session).save(worker.worker());
                units.know(worker.worker().id());
            }
            case Captured.OfKey key -> keys.add(key);
            case Captured.OfLane lane -> restore(lane);
            case Captured.OfUnit unit -> restore(unit);
            case Captured.OfSlot slot -> units.restore(slot, pool(slot.pool()));
            case Captured.OfSchedule schedule -> new Schedules(session).save(ScheduleChange.to(schedule.schedule()));
            case Captured.OfAttempt attempt -> attempts.restore(attempt.attempt());
            case Captured.OfAudit audit -> AuditRows.add(session.sql.of(Saving.AUDIT), audit.entry());
            case Captured.OfAmount amount ->
                used.computeIfAbsent(amount.pool(), pool -> new HashMap<>())
                        .merge(amount.account(), amount.amount(), Long::sum);
        }
    }

    private void restore(Captured.OfLane captured) throws SQLException {
        long lane = lanes(captured.pool())
                .again(captured.band(), captured.key(), captured.eligibility(), captured.needs(), true);
        if (captured.blocked().isPresent()) {
            session.sql
                    .of("UPDATE $.turn SET phase = 2, lacking = ?, fits_at = ?, blocked = ?::bigint[] WHERE lane = ?")
                    .text(AccountText.write(Account.ANY_WORKER))
                    .number(Long.MAX_VALUE)
                    .text(BlockedArray.write(captured.blocked().get()))
                    .number(lane)
                    .update();
        } else {
            session.sql
                    .of("UPDATE $.turn SET phase = 1 WHERE lane = ?")
                    .number(lane)
                    .update();
        }
    }

    /** When all lanes are there: their turns keep the tags of their keys. */
    private void restore(Captured.OfKey key) throws SQLException {
        if (retag(key) == 0) {
            lanes(key.pool()).again(key.band(), key.key(), ShapeText.OF_NO_UNIT, Needs.NONE, false);
            retag(key);
        }
    }

    private int retag(Captured.OfKey key) throws SQLException {
        return session.sql
                .of("""
                    UPDATE $.turn t SET tag = ? FROM $.fairness_key k
                    WHERE k.id = t.fairness_key AND k.pool = ? AND k.band = ? AND k.name = ?\
                    """)
                .number(key.tag())
                .integer(pool(key.pool()))
                .integer(key.band())
                .text(key.key())
                .update();
    }

    /** A key that owes something has a lane, which will keep its tag. */
    private void makePlace(PoolId pool, ClaimPage.Owed owed) throws SQLException {
        boolean isThere = session.sql
                .of("SELECT true FROM $.fairness_key WHERE pool = ? AND band = ? AND name = ?")
                .integer(pool(pool))
                .integer(owed.band())
                .text(owed.key())
                .first(row -> row.flag())
                .orElse(false);
        if (!isThere) {
            lanes(pool).again(owed.band(), owed.key(), ShapeText.OF_NO_UNIT, Needs.NONE, false);
        }
    }

    private void restore(Captured.OfUnit part) throws SQLException {
        Unit unit = part.unit();
        Needs needs = unit.requirements().needs();
        long lane = lanes(unit.pool())
                .again(
                        unit.requirements().band(),
                        unit.laneKey(),
                        unit.requirements().eligibility(),
                        needs,
                        !unit.status().isEnd());
        units.add(part, pool(unit.pool()), lane);
        newest = Math.max(newest, unit.sequence());
        Map<Account, Long> sums = used.computeIfAbsent(unit.pool(), pool -> new HashMap<>());
        Reactions.held(unit).forEach((account, amount) -> sums.merge(account, amount, Long::sum));
    }

    private int pool(PoolId pool) {
        return Objects.requireNonNull(pools.get(pool));
    }

    private LaneAdmission lanes(PoolId pool) {
        return Objects.requireNonNull(lanes.get(pool));
    }
}
