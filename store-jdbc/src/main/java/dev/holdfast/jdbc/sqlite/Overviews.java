// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Escalation;
import dev.holdfast.core.work.ExplainPage;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.Reservation;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerRecord;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A pool in numbers, and what an explanation looks at. Read from counters, not from scans. */
final class Overviews {
    private final Session session;
    private final Moment now;

    Overviews(Session session, Moment now) {
        this.session = session;
        this.now = now;
    }

    Optional<PoolSnapshot> snapshot(PoolId id) throws SQLException {
        Optional<Pools.Stored> pool = session.pools.find(id);
        if (pool.isEmpty()) {
            return Optional.empty();
        }
        long number = pool.get().id();
        return Optional.of(new PoolSnapshot(
                now,
                pool.get().pool(),
                session.domains.terms(pool.get().pool().policy()),
                used(pool.get().pool()),
                escalation(pool.get()),
                reserved(pool.get().pool()).map(Unit::id),
                session.workers.serving(number)));
    }

    private Optional<Escalation> escalation(Pools.Stored pool) throws SQLException {
        return session.sql
                .of("SELECT count(*), min(state_at) FROM work WHERE pool = ? AND unusual = 2 AND state_at <= ?")
                .number(pool.id())
                .moment(Escalation.latest(pool.pool().policy(), now))
                .first(row -> Escalation.of(row.number(), row.optionalMoment()))
                .orElseThrow();
    }

    Optional<ExplainPage> explain(WorkId work) throws SQLException {
        Optional<Unit> unit = session.units.find(work);
        if (unit.isEmpty()) {
            return Optional.empty();
        }
        Pools.Stored pool = session.pools.find(unit.get().pool()).orElseThrow();
        List<WorkerRecord> workers = session.workers.serving(pool.id());
        Map<Account, Long> used = used(pool.pool());
        for (String domain : unit.get().requirements().needs().domains()) {
            collectDomain(domain, used);
        }
        for (WorkerRecord worker : workers) {
            if (worker.isLive(now)) {
                collect(Account.Scope.WORKER_CLAIMS, worker.id().value(), used);
                collect(Account.Scope.WORKER_RESOURCE, worker.id().value(), used);
            }
        }
        boolean inLane = session.units.isInLane(unit.get().sequence());
        return Optional.of(new ExplainPage(
                now,
                unit.get(),
                inLane,
                inquiry(unit.get()),
                pool.pool(),
                workers,
                session.domains.terms(pool.pool().policy()),
                reserved(pool.pool()),
                used));
    }

    /** The unit that the pool's reservation is for, while it waits in its lane. */
    private Optional<Unit> reserved(Pool pool) throws SQLException {
        Optional<Reservation> open = pool.reservation();
        return open.isPresent() && session.units.isInLane(open.get().sequence())
                ? session.units.get(List.of(open.get().sequence())).stream().findFirst()
                : Optional.empty();
    }

    private Optional<ExplainPage.Asking> inquiry(Unit unit) throws SQLException {
        Optional<WorkId> id = Inquiry.openFor(unit);
        Optional<Unit> found = id.isEmpty() ? Optional.empty() : session.units.find(id.get());
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(new ExplainPage.Asking(
                        found.get(), session.units.isInLane(found.get().sequence())));
    }

    /** The accounts of a pool and of the domains of its policy. */
    private Map<Account, Long> used(Pool pool) throws SQLException {
        PoolId id = pool.id();
        Map<Account, Long> used = new TreeMap<>();
        collect(Account.Scope.POOL_CLAIMS, id.value(), used);
        collect(Account.Scope.POOL_RESOURCE, id.value(), used);
        collect(Account.Scope.KEY_CLAIMS, id.value(), used);
        collect(Account.Scope.COUNT, id.value(), used);
        collect(Account.Scope.RUN_OWED, id.value(), used);
        collect(Account.Scope.RUN_COUNT, id.value(), used);
        collect(Account.Scope.RUN_TIME, id.value(), used);
        for (String domain : pool.policy().allDomains()) {
            collectDomain(domain, used);
        }
        return used;
    }

    private void collectDomain(String domain, Map<Account, Long> used) throws SQLException {
        collect(Account.Scope.DOMAIN_CLAIMS, domain, used);
        collect(Account.Scope.DOMAIN_RESOURCE, domain, used);
        collect(Account.Scope.QUARANTINED_CLAIMS, domain, used);
        collect(Account.Scope.QUARANTINED_RESOURCE, domain, used);
    }

    private void collect(Account.Scope scope, String owner, Map<Account, Long> used) throws SQLException {
        session.accounts.collect(scope, owner, used);
    }
}
