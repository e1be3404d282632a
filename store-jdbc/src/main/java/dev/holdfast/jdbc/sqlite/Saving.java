// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Writes what a rule wants written. */
final class Saving {
    static final String AUDIT = "INSERT INTO audit" + AuditRows.INSERT_OF_AUTHORITY;

    private final Session session;
    private final Moment now;
    private final Map<PoolId, Pool> pools = new HashMap<>();

    Saving(Session session, Moment now) {
        this.session = session;
        this.now = now;
    }

    void save(Changes changes) throws SQLException {
        for (Pool pool : changes.pools()) {
            savePool(pool);
        }
        if (changes.domain().isPresent()) {
            session.domains.put(changes.domain().get());
            session.changed();
        }
        for (WorkerRecord worker : changes.workers()) {
            saveWorker(worker);
        }
        for (UnitChange change : changes.units()) {
            if (!session.saves.save(change, pool(change.after().pool()), now)) {
                // Nobody else writes while the store is locked. If it ever happens, all is taken back and decided
                // again.
                throw new SQLiteException("a unit moved", SQLiteErrorCode.SQLITE_BUSY_SNAPSHOT);
            }
        }
        session.accounts.add(Reactions.additions(changes.units()));
        submit(changes.submitted());
        for (ScheduleChange change : changes.schedules()) {
            session.schedules.save(change);
        }
        if (changes.recording().isPresent()) {
            new Feed(session).record(changes.recording().get());
        }
        for (AuditEntry entry : changes.audit()) {
            AuditRows.add(session.sql.of(AUDIT).number(session.authority), entry);
        }
        if (!changes.units().isEmpty() || !changes.submitted().isEmpty()) {
            session.changed();
        }
    }

    private void submit(List<NewUnit> units) throws SQLException {
        Map<PoolId, List<NewUnit>> byPool = new LinkedHashMap<>();
        for (NewUnit unit : units) {
            byPool.computeIfAbsent(unit.pool(), id -> new ArrayList<>()).add(unit);
        }
        for (Map.Entry<PoolId, List<NewUnit>> each : byPool.entrySet()) {
            Pools.Stored pool = session.pools.find(each.getKey()).orElseThrow();
            new Admission(session, pool, now).insertOwn(each.getValue());
        }
    }

    /** A sweep that only notes its time makes nothing claimable. */
    private void savePool(Pool pool) throws SQLException {
        boolean sameTerms = session.pools
                .find(pool.id())
                .map(Pools.Stored::pool)
                .filter(before -> before.revision() == pool.revision() && before.paused() == pool.paused())
                .isPresent();
        if (!sameTerms) {
            session.changed();
        }
        session.pools.save(pool);
        pools.put(pool.id(), pool);
    }

    /** A heartbeat alone makes nothing claimable. */
    private void saveWorker(WorkerRecord worker) throws SQLException {
        boolean sameReadiness = session.workers.isAsReadyAs(worker);
        if (!sameReadiness) {
            session.changed();
        }
        session.workers.save(worker);
    }

    private Pool pool(PoolId id) throws SQLException {
        Pool known = pools.get(id);
        if (known == null) {
            known = session.pools.find(id).orElseThrow().pool();
            pools.put(id, known);
        }
        return known;
    }
}
