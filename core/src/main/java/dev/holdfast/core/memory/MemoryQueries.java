// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.Escalation;
import dev.holdfast.core.work.ExplainPage;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitsPage;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.core.work.WorkerPage;
import dev.holdfast.core.work.WorkerRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;

/** Answers questions from what a {@link MemoryShelf} keeps, whose lock is held meanwhile. */
record MemoryQueries(
        SortedMap<PoolId, MemoryPool> pools,
        MemoryDomains domains,
        SortedMap<WorkerId, WorkerRecord> workers,
        Map<WorkId, MemoryUnit> units,
        NavigableMap<Long, MemoryUnit> bySequence,
        MemoryAccounts accounts) {
    Optional<Unit> unit(WorkId work) {
        return Optional.ofNullable(units.get(work)).map(each -> each.unit);
    }

    /** Units, with those that they are related to, and their pools. */
    UnitsPage units(Collection<WorkId> ids, Moment now) {
        Map<WorkId, Unit> found = new LinkedHashMap<>();
        Map<PoolId, Pool> theirPools = new HashMap<>();
        for (WorkId id : ids) {
            unit(id).ifPresent(unit -> {
                found.put(id, unit);
                Inquiry.related(unit).flatMap(this::unit).ifPresent(other -> found.put(other.id(), other));
            });
        }
        found.values()
                .forEach(unit ->
                        theirPools.computeIfAbsent(unit.pool(), pool -> Objects.requireNonNull(pools.get(pool)).pool));
        return new UnitsPage(now, found, theirPools);
    }

    long queued(PoolId pool) {
        return accounts.view().getOrDefault(Account.count(pool, Status.QUEUED), 0L);
    }

    FindWork.Found find(FindWork query) {
        List<Unit> found = bySequence.tailMap(query.after(), false).values().stream()
                .map(each -> each.unit)
                .filter(unit -> query.statuses().contains(unit.status()))
                .filter(unit ->
                        query.pool().filter(pool -> !pool.equals(unit.pool())).isEmpty())
                .filter(unit -> query.worker().isEmpty()
                        || unit.claim().map(Claim::worker).equals(query.worker()))
                .limit(query.limit() + 1L)
                .toList();
        boolean more = found.size() > query.limit();
        List<Unit> page = more ? found.subList(0, query.limit()) : found;
        return new FindWork.Found(page, more ? OptionalLong.of(page.getLast().sequence()) : OptionalLong.empty());
    }

    Optional<Pool> pool(PoolId pool) {
        return Optional.ofNullable(pools.get(pool)).map(each -> each.pool);
    }

    List<Pool> allPools() {
        return pools.values().stream().map(each -> each.pool).toList();
    }

    /** The workers that offer a pool, by id. */
    List<WorkerRecord> serving(PoolId pool) {
        return workers.values().stream()
                .filter(worker -> worker.offer().pools().contains(pool))
                .toList();
    }

    WorkerPage worker(WorkerId worker, Set<PoolId> asked, Moment now) {
        Optional<WorkerRecord> known = Optional.ofNullable(workers.get(worker));
        Set<PoolId> ids = asked.isEmpty()
                ? known.<Set<PoolId>>map(each -> each.offer().pools()).orElse(Set.of())
                : asked;
        Map<PoolId, Pool> found = new HashMap<>();
        List<WorkerPage.Held> claims = new ArrayList<>();
        for (PoolId id : ids) {
            Optional.ofNullable(pools.get(id)).ifPresent(each -> {
                found.put(id, each.pool);
                each.claimed.getOrDefault(worker, Set.of()).forEach(unit -> claims.add(held(unit.unit)));
            });
        }
        return new WorkerPage(now, known, found, claims);
    }

    private static WorkerPage.Held held(Unit unit) {
        Claim claim = unit.claim().orElseThrow();
        return new WorkerPage.Held(
                unit.pool(),
                unit.id(),
                claim.fence(),
                claim.request(),
                claim.claimedAt(),
                unit.cancel().map(request -> request.reason()));
    }

    /** The unit that the reservation of a pool is for, as long as it waits in its lane. */
    Optional<MemoryUnit> reserved(Pool pool) {
        return pool.reservation()
                .map(reservation -> bySequence.get(reservation.sequence()))
                .filter(unit -> unit.lane.heads.containsKey(unit.unit.sequence()));
    }

    Optional<PoolSnapshot> snapshot(PoolId pool, Moment now) {
        return Optional.ofNullable(pools.get(pool)).map(home -> {
            Map<Account, Long> used = accounts.copy(account -> belongsTo(account, home.pool));
            return new PoolSnapshot(
                    now,
                    home.pool,
                    domains.terms(home.pool.policy()),
                    used,
                    escalation(home, now),
                    reserved(home.pool).map(each -> each.unit.id()),
                    serving(pool));
        });
    }

    private static Optional<Escalation> escalation(MemoryPool home, Moment now) {
        Moment latest = Escalation.latest(home.pool.policy(), now);
        List<Moment> since = home.uncertain.stream()
                .map(each -> ((WorkState.Uncertain) each.unit.state()).since())
                .filter(moment -> !moment.isAfter(latest))
                .toList();
        return Escalation.of(since.size(), since.stream().min(Comparator.naturalOrder()));
    }

    private boolean belongsTo(Account account, Pool pool) {
        return switch (account.scope()) {
            case POOL_CLAIMS, POOL_RESOURCE, KEY_CLAIMS, COUNT, RUN_OWED, RUN_COUNT, RUN_TIME ->
                account.owner().equals(pool.id().value());
            case DOMAIN_CLAIMS, DOMAIN_RESOURCE, QUARANTINED_CLAIMS, QUARANTINED_RESOURCE ->
                pool.policy().allDomains().contains(account.owner());
            case WORKER_CLAIMS, WORKER_RESOURCE -> false;
        };
    }

    Optional<ExplainPage> explain(WorkId work, Moment now) {
        return Optional.ofNullable(units.get(work)).map(each -> {
            Unit unit = each.unit;
            return new ExplainPage(
                    now,
                    unit,
                    each.lane.heads.containsKey(unit.sequence()),
                    Inquiry.openFor(unit)
                            .map(units::get)
                            .map(asks -> new ExplainPage.Asking(
                                    asks.unit, asks.lane.heads.containsKey(asks.unit.sequence()))),
                    Objects.requireNonNull(pools.get(unit.pool())).pool,
                    serving(unit.pool()),
                    domains.terms(
                            Objects.requireNonNull(pools.get(unit.pool())).pool.policy()),
                    reserved(Objects.requireNonNull(pools.get(unit.pool())).pool)
                            .map(other -> other.unit),
                    accounts.copy(account -> true));
        });
    }

    /** Whether its holder is dead or has taken too long. */
    boolean mayBeLost(Claim claim, Moment now) {
        WorkerRecord worker = Objects.requireNonNull(workers.get(claim.worker()));
        return !worker.isLive(now)
                || claim.runUntil().filter(limit -> !now.isBefore(limit)).isPresent();
    }
}
