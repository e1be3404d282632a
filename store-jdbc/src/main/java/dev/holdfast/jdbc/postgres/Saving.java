// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.AuditEntry;
import dev.holdfast.core.work.Changes;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Reactions;
import dev.holdfast.core.work.ScheduleChange;
import dev.holdfast.core.work.UnitChange;
import dev.holdfast.core.work.WorkerRecord;
import dev.holdfast.jdbc.AuditRows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes what a rule wants written. */
final class Saving {
    /** A version that moved: the whole is taken back and decided again. */
    private static final String MOVED = "40001";

    static final String AUDIT = "INSERT INTO $.audit" + AuditRows.INSERT;

    private final Session session;
    private final Moment now;

    Saving(Session session, Moment now) {
        this.session = session;
        this.now = now;
    }

    void save(Changes changes) throws SQLException {
        OwnUnits own = new OwnUnits(session);
        own.check(changes);
        Pools pools = new Pools(session);
        for (Pool pool : changes.pools()) {
            pools.save(pool);
        }
        if (changes.domain().isPresent()) {
            new SharedDomains(session).put(changes.domain().get());
        }
        Workers workers = new Workers(session);
        for (WorkerRecord worker : changes.workers()) {
            workers.save(worker);
        }
        if (!changes.units().isEmpty()) {
            save(changes.units());
        }
        for (NewUnit unit : changes.submitted()) {
            own.insert(unit);
        }
        Schedules schedules = new Schedules(session);
        for (ScheduleChange change : changes.schedules()) {
            schedules.save(change);
        }
        if (changes.recording().isPresent()) {
            new Feed(session).record(changes.recording().get());
        }
        for (AuditEntry entry : changes.audit()) {
            AuditRows.add(session.sql.of(AUDIT), entry);
        }
    }

    /** In one order for all transactions, so that two that have several units in common do not wait for each other. */
    private void save(List<UnitChange> changes) throws SQLException {
        List<UnitChange> ordered = new ArrayList<>(changes);
        ordered.sort(Comparator.comparingLong(change -> change.before().sequence()));
        Telling telling = new Telling(session);
        UnitSaves saves = new UnitSaves(session, telling);
        Map<PoolId, List<UnitChange>> byPool = new TreeMap<>();
        for (UnitChange change : ordered) {
            PoolId pool = change.after().pool();
            if (!saves.save(change, session.poolNumber(pool).orElseThrow(), now)) {
                throw new SQLException("a unit moved meanwhile", MOVED);
            }
            byPool.computeIfAbsent(pool, id -> new ArrayList<>()).add(change);
        }
        for (Map.Entry<PoolId, List<UnitChange>> each : byPool.entrySet()) {
            telling.add(session.poolNumber(each.getKey()).orElseThrow(), Reactions.additions(each.getValue()));
        }
        telling.write();
    }
}
