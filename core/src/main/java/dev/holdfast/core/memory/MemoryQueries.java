// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.ExplainPage;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerRecord;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
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

    Optional<PoolSnapshot> snapshot(PoolId pool, Moment now) {
        return Optional.ofNullable(pools.get(pool)).map(home -> {
            Map<Account, Long> used = accounts.copy(account -> belongsTo(account, pool));
            return new PoolSnapshot(now, home.pool, used, serving(pool));
        });
    }

    private boolean belongsTo(Account account, PoolId pool) {
        return switch (account.scope()) {
            case POOL_CLAIMS, POOL_RESOURCE, COUNT -> account.owner().equals(pool.value());
            case DOMAIN_CLAIMS, DOMAIN_RESOURCE ->
                domains.owner(account.owner()).filter(pool::equals).isPresent();
            case WORKER_CLAIMS, WORKER_RESOURCE -> false;
        };
    }

    Optional<ExplainPage> explain(WorkId work, Moment now) {
        return Optional.ofNullable(units.get(work)).map(each -> {
            Unit unit = each.unit;
            return new ExplainPage(
                    now,
                    unit,
                    Objects.requireNonNull(pools.get(unit.pool())).pool,
                    serving(unit.pool()),
                    accounts.copy(account -> true));
        });
    }
}
