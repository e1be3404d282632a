// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A pool in numbers, and what an explanation looks at. Read from counters, not from scans. */
final class Overviews {
    private final Session session;

    Overviews(Session session) {
        this.session = session;
    }

    Optional<PoolSnapshot> snapshot(PoolId id) throws SQLException {
        Optional<Pools.Stored> pool = new Pools(session).find(id);
        if (pool.isEmpty()) {
            return Optional.empty();
        }
        int number = pool.get().number();
        SharedDomains domains = new SharedDomains(session);
        Map<Account, Long> used = new TreeMap<>(Accounts.of(session, id, number));
        domains.addOthers(pool.get().pool(), used);
        used.keySet().removeIf(Overviews::isOfWorker);
        return Optional.of(new PoolSnapshot(
                session.now(),
                pool.get().pool(),
                domains.terms(pool.get().pool().policy()),
                used,
                escalation(pool.get()),
                reserved(pool.get().pool()).map(Unit::id),
                new Workers(session).serving(number)));
    }

    private static boolean isOfWorker(Account account) {
        return account.scope() == Account.Scope.WORKER_CLAIMS || account.scope() == Account.Scope.WORKER_RESOURCE;
    }

    private Optional<Escalation> escalation(Pools.Stored pool) throws SQLException {
        return session.sql
                .of("SELECT count(*), min(state_at) FROM $.unit WHERE pool = ? AND state = 2 AND state_at <= ?")
                .integer(pool.number())
                .moment(Escalation.latest(pool.pool().policy(), session.now()))
                .first(row -> Escalation.of(row.number(), row.optionalMoment()))
                .orElseThrow();
    }

    Optional<ExplainPage> explain(WorkId work) throws SQLException {
        Optional<Unit> unit = new Units(session).find(work);
        if (unit.isEmpty()) {
            return Optional.empty();
        }
        Pools.Stored pool = new Pools(session).find(unit.get().pool()).orElseThrow();
        List<WorkerRecord> workers = new Workers(session).serving(pool.number());
        Units units = new Units(session);
        boolean inLane = units.isInLane(unit.get().sequence());
        return Optional.of(new ExplainPage(
                session.now(),
                unit.get(),
                inLane,
                inquiry(unit.get()),
                pool.pool(),
                workers,
                new SharedDomains(session).terms(pool.pool().policy()),
                reserved(pool.pool()),
                used(pool, workers)));
    }

    /** The unit that the pool's reservation is for, while it waits in its lane. */
    private Optional<Unit> reserved(Pool pool) throws SQLException {
        Units units = new Units(session);
        Optional<Reservation> open = pool.reservation();
        return open.isPresent() && units.isInLane(open.get().sequence())
                ? units.get(List.of(open.get().sequence())).stream().findFirst()
                : Optional.empty();
    }

    private Optional<ExplainPage.Asking> inquiry(Unit unit) throws SQLException {
        Units units = new Units(session);
        Optional<WorkId> id = Inquiry.openFor(unit);
        Optional<Unit> found = id.isEmpty() ? Optional.empty() : units.find(id.get());
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(new ExplainPage.Asking(
                        found.get(), units.isInLane(found.get().sequence())));
    }

    /** The accounts of the pool, what others use of its shared domains, and those of its workers summed over all pools that they serve. */
    private Map<Account, Long> used(Pools.Stored pool, List<WorkerRecord> workers) throws SQLException {
        Map<Account, Long> used = new TreeMap<>(Accounts.of(session, pool.pool().id(), pool.number()));
        new SharedDomains(session).addOthers(pool.pool(), used);
        Set<String> names =
                workers.stream().map(WorkerRecord::id).map(WorkerId::value).collect(Collectors.toSet());
        Set<PoolId> others = new TreeSet<>();
        workers.forEach(worker -> others.addAll(worker.offer().pools()));
        others.remove(pool.pool().id());
        for (PoolId other : others) {
            Optional<Integer> number = session.poolNumber(other);
            if (number.isPresent()) {
                Accounts.of(session, other, number.get()).forEach((account, amount) -> {
                    if (isOfWorker(account) && names.contains(account.owner())) {
                        used.merge(account, amount, Long::sum);
                    }
                });
            }
        }
        return used;
    }
}
