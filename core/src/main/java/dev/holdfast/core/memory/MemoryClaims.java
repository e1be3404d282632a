// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.ClaimAsk;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DomainTerms;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Horizon;
import dev.holdfast.core.work.Limits;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.WorkerRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** Loads and saves claims in what a {@link MemoryShelf} keeps, whose lock is held meanwhile. */
record MemoryClaims(
        SortedMap<PoolId, MemoryPool> pools,
        MemoryDomains domains,
        SortedMap<WorkerId, WorkerRecord> workers,
        NavigableMap<Long, MemoryUnit> bySequence,
        MemoryRequests requests,
        MemoryAccounts accounts,
        boolean hints) {
    ClaimPage page(ClaimAsk ask, Moment now, int epoch) {
        ClaimWork command = ask.command();
        Optional<MemoryPool> home = Optional.ofNullable(pools.get(command.pool()));
        Map<String, DomainTerms> shared =
                home.map(each -> domains.terms(each.pool.policy())).orElse(Map.of());
        MemoryOrder.Lanes lanes = home.map(each -> each.load(
                        ask,
                        accounts.view(),
                        new Limits(each.pool.policy(), shared),
                        hints,
                        now.orLater(each.pool.time()).micros()))
                .orElseGet(() -> new MemoryOrder.Lanes(List.of(), Horizon.NONE));
        return new ClaimPage(
                now,
                epoch,
                home.map(each -> each.pool),
                Optional.ofNullable(workers.get(command.worker())),
                requests.find(command.request())
                        .map(each -> each.page(home(each.pool()).claimed.getOrDefault(each.worker(), Set.of()))),
                home.map(each -> each.classes.after(ask.classMark())).orElse(List.of()),
                lanes.views(),
                lanes.horizon(),
                home.flatMap(each -> reserved(each.pool, ask, now)),
                home.map(each -> each.overdue(ask, now)).orElse(List.of()),
                accounts.view(),
                shared,
                home.map(each -> each.keys.owed(each.pool, accounts.view())).orElse(List.of()),
                home.flatMap(MemoryPool::nextDue));
    }

    /** The lane of the unit that the reservation of a pool is for, while it waits in it. */
    private Optional<ClaimPage.LaneView> reserved(Pool pool, ClaimAsk ask, Moment now) {
        long time = now.orLater(pool.time()).micros();
        return pool.reservation()
                .map(open -> bySequence.get(open.sequence()))
                .filter(unit -> unit.lane.heads.containsKey(unit.unit.sequence()))
                .flatMap(unit -> unit.lane.waiting(ask.want(), time));
    }

    /** Writes what a round decided, and returns the grants. */
    List<Grant> apply(ClaimWork command, ClaimStep.ClaimChanges changed, Moment now) {
        MemoryPool home = home(command.pool());
        home.pool = changed.pool();
        List<Grant> won = new ArrayList<>(changed.sequences().length);
        for (int i = 0; i < changed.sequences().length; i++) {
            MemoryUnit unit = Objects.requireNonNull(bySequence.get(changed.sequences()[i]));
            Claim claim = Claim.granted(
                    unit.unit,
                    new Fence(changed.fences()[i]),
                    command,
                    home.pool.counts(unit.unit.laneKey()),
                    changed.fare(i),
                    changed.pool().time());
            home.replace(unit, unit.unit.claimed(claim), now);
            won.add(Grant.of(unit.unit));
        }
        home.apply(changed);
        accounts.add(changed.additions());
        changed.remember().ifPresent(fences -> requests.remember(command, fences));
        return won;
    }

    private MemoryPool home(PoolId pool) {
        return Objects.requireNonNull(pools.get(pool));
    }
}
