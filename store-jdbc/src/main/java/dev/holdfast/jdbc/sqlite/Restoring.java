// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.ledger.NotEmpty;
import dev.holdfast.core.ledger.Restoration;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Reactions;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.AttemptSaves;
import dev.holdfast.jdbc.AuditRows;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.ShapeText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Writes a captured ledger into an empty authority, in one transaction. */
final class Restoring {
    private final Session session;
    private final Map<PoolId, Pools.Stored> pools = new HashMap<>();
    private final Map<Account, Long> used = new HashMap<>();
    private final List<Captured.OfKey> keys = new ArrayList<>();
    private final WholeUnits units;
    private final AttemptSaves attempts;

    Restoring(Session session) throws SQLException {
        this.session = session;
        this.units = new WholeUnits(session);
        this.attempts = Attempts.saves(session);
    }

    int run(Restoration restoration, Moment now) throws SQLException {
        if (!session.pools.all().isEmpty()
                || !session.workers.all().isEmpty()
                || !Attempts.rows(session).isEmpty()
                || !session.domains.shared().isEmpty()) {
            throw new NotEmpty();
        }
        Iterator<Captured> parts = restoration.take(now);
        while (parts.hasNext()) {
            restore(parts.next());
        }
        units.write();
        for (Captured.OfKey key : keys) {
            restore(key);
        }
        for (Map.Entry<Account, Long> each : used.entrySet()) {
            if (each.getKey().scope() == Account.Scope.RUN_OWED) {
                makePlace(new PoolId(each.getKey().owner()), ClaimPage.Owed.of(each.getKey(), each.getValue()));
            }
        }
        session.accounts.add(used);
        int epoch = restoration.epochAfter(session.epoch());
        session.sql
                .of("UPDATE authority SET epoch = ? WHERE id = ?")
                .number(epoch)
                .number(session.authority)
                .update();
        session.changed();
        return epoch;
    }

    private void restore(Captured part) throws SQLException {
        switch (part) {
            case Captured.OfLedger ledger -> {}
            case Captured.OfDomain domain -> session.domains.put(domain.domain());
            case Captured.OfPool pool -> restore(pool.pool());
            case Captured.OfWorker worker -> session.workers.save(worker.worker());
            case Captured.OfKey key -> keys.add(key);
            case Captured.OfLane lane -> restore(lane);
            case Captured.OfUnit unit -> restore(unit);
            case Captured.OfSlot slot ->
                session.requests.restore(
                        slot,
                        session.workers.find(slot.worker()).orElseThrow().id(),
                        pool(slot.pool()).id());
            case Captured.OfSchedule schedule -> session.schedules.insert(schedule.schedule());
            case Captured.OfAttempt attempt -> attempts.restore(attempt.attempt());
            case Captured.OfAudit audit ->
                AuditRows.add(session.sql.of(Saving.AUDIT).number(session.authority), audit.entry());
            case Captured.OfAmount amount -> used.merge(amount.account(), amount.amount(), Long::sum);
        }
    }

    private void restore(Pool pool) throws SQLException {
        session.pools.save(pool);
        pools.put(pool.id(), session.pools.find(pool.id()).orElseThrow());
    }

    private void restore(Captured.OfLane captured) throws SQLException {
        session.phases.open(
                lane(captured.pool(), captured.band(), captured.key(), captured.eligibility(), captured.needs(), true),
                captured.blocked());
    }

    /** When all lanes are there: they keep the tags of their keys. */
    private void restore(Captured.OfKey key) throws SQLException {
        long number = pool(key.pool()).id();
        if (!session.phases.restore(number, key)) {
            lane(key.pool(), key.band(), key.key(), ShapeText.OF_NO_UNIT, Needs.NONE, false);
            session.phases.restore(number, key);
        }
    }

    /** A key that owes something has a lane, which will keep its tag. */
    private void makePlace(PoolId pool, ClaimPage.Owed owed) throws SQLException {
        if (session.phases.tag(pool(pool).id(), owed.band(), owed.key()) == ClaimPage.Owed.UNKNOWN) {
            lane(pool, owed.band(), owed.key(), ShapeText.OF_NO_UNIT, Needs.NONE, false);
        }
    }

    private void restore(Captured.OfUnit part) throws SQLException {
        Unit unit = part.unit();
        Lane lane = lane(
                unit.pool(),
                unit.requirements().band(),
                unit.laneKey(),
                unit.requirements().eligibility(),
                unit.requirements().needs(),
                !unit.status().isEnd());
        units.add(part, pool(unit.pool()).id(), lane);
        Reactions.held(unit).forEach((account, amount) -> used.merge(account, amount, Long::sum));
    }

    /** @param waits whether units of it may wait: then its eligibility has a class */
    private Lane lane(PoolId pool, int band, String key, Eligibility eligibility, Needs needs, boolean waits)
            throws SQLException {
        long number = pool(pool).id();
        long id = session.eligibilities.describe(number, eligibility);
        if (waits) {
            session.eligibilities.readmit(number, id);
        }
        return session.lanes.get(number, band, key, id, needs);
    }

    private Pools.Stored pool(PoolId pool) {
        Pools.Stored stored = pools.get(pool);
        if (stored == null) {
            throw new IllegalStateException("no pool " + pool);
        }
        return stored;
    }
}
