// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerOffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Adds up from the units alone what is used and counted, and compares it with the ledger's accounts (I4) and limits (I7). */
final class Books {
    private final World world;
    private final Leases leases;
    private Map<Account, Long> sums = Map.of();
    private Map<Account, Long> former = Map.of();

    Books(World world, Leases leases) {
        this.world = world;
        this.leases = leases;
    }

    /** @param units all units; empty when they are as they were a step before */
    void add(Optional<? extends Collection<Unit>> units) {
        former = sums;
        units.ifPresent(this::sum);
    }

    private void sum(Collection<Unit> units) {
        sums = new HashMap<>();
        Map<String, PoolId> holders = new HashMap<>();
        for (Unit unit : units) {
            plus(Account.count(unit.pool(), unit.status()), 1);
            if (unit.claim().isPresent()) {
                unit.requirements().needs().domains().forEach(domain -> hold(domain, unit.pool(), holders));
            }
            unit.claim()
                    .ifPresent(claim -> uses(unit, leases.offer(claim.worker()).orElseThrow())
                            .forEach(this::plus));
            if (unit.status() == Status.UNCERTAIN
                    && unit.requirements().eligibility().guarantee() == Guarantee.RECONCILED) {
                keep(unit.requirements().needs());
            }
        }
    }

    /** @param holders a pool that holds each domain */
    private void hold(String domain, PoolId pool, Map<String, PoolId> holders) {
        PoolId other = holders.putIfAbsent(domain, pool);
        if (other != null && !other.equals(pool)) {
            world.statistics.sometimes("domain held by two pools");
        }
    }

    private void keep(Needs needs) {
        needs.domains().forEach(domain -> {
            plus(Account.quarantinedClaims(domain), 1);
            needs.demand().forEach((resource, amount) -> plus(Account.quarantinedResource(domain, resource), amount));
        });
    }

    private void plus(Account account, long amount) {
        sums.merge(account, amount, Long::sum);
    }

    long used(Account account) {
        return sums.getOrDefault(account, 0L);
    }

    /** What nobody else can have of an account: with what is quarantined of a domain, which is half of it at most, or one. */
    private static long taken(Map<Account, Long> sums, Account account, long limit) {
        long half = Math.max(1, limit / 2);
        return sums.getOrDefault(account, 0L)
                + account.quarantined()
                        .map(kept -> Math.min(sums.getOrDefault(kept, 0L), half))
                        .orElse(0L);
    }

    /** The key that a unit is charged to: no revision of a history changes how keys are told apart. */
    String key(Unit unit) {
        Fairness fairness = fairness(unit);
        String own = unit.requirements().fairnessKey();
        boolean shares =
                fairness.keys() == Fairness.Keys.LISTED && !fairness.limits().containsKey(own);
        return shares ? "other" : own;
    }

    private Fairness fairness(Unit unit) {
        return world.setting.policy(unit.pool()).fairness();
    }

    private Map<Account, Long> uses(Unit unit, WorkerOffer offer) {
        Map<Account, Long> uses = new HashMap<>();
        Needs needs = unit.requirements().needs();
        uses.put(Account.poolClaims(unit.pool()), 1L);
        uses.put(Account.workerClaims(offer.worker()), 1L);
        String key = key(unit);
        if (fairness(unit).limits().containsKey(key)) {
            uses.put(Account.keyClaims(unit.pool(), key), 1L);
        }
        needs.domains().forEach(domain -> uses.put(Account.domainClaims(domain), 1L));
        needs.demand().forEach((resource, amount) -> {
            uses.put(Account.poolResource(unit.pool(), resource), amount);
            uses.put(Account.workerResource(offer.worker(), resource), amount);
            needs.domains().forEach(domain -> uses.put(Account.domainResource(domain, resource), amount));
        });
        return uses;
    }

    /** Whether the worker could be granted the unit on top of what is used now. */
    boolean hasRoom(Unit unit, WorkerOffer offer) {
        return uses(unit, offer).entrySet().stream().allMatch(each -> {
            long limit = limit(each.getKey(), unit.pool());
            return taken(sums, each.getKey(), limit) + each.getValue() <= limit;
        });
    }

    private long limit(Account account, PoolId pool) {
        PoolPolicy policy = world.witness.policies.current(pool);
        Optional<DomainLimit> domain = Optional.ofNullable(policy.domains().get(account.owner()))
                .or(() -> Optional.ofNullable(world.setting.sharedDomains.get(account.owner())));
        return switch (account.scope()) {
            case POOL_CLAIMS -> policy.maxLiveClaims();
            case POOL_RESOURCE -> policy.capacity().getOrDefault(account.what(), Long.MAX_VALUE);
            case KEY_CLAIMS -> policy.fairness().limits().getOrDefault(account.what(), Integer.MAX_VALUE);
            case DOMAIN_CLAIMS -> domain.orElseThrow().claims().orElse(Long.MAX_VALUE);
            case DOMAIN_RESOURCE -> domain.orElseThrow().resources().getOrDefault(account.what(), Long.MAX_VALUE);
            case WORKER_CLAIMS -> offer(account).maxClaims();
            case WORKER_RESOURCE -> offer(account).resources().getOrDefault(account.what(), 0L);
            case QUARANTINED_CLAIMS, QUARANTINED_RESOURCE, COUNT, RUN_OWED, RUN_COUNT, RUN_TIME -> Long.MAX_VALUE;
        };
    }

    private WorkerOffer offer(Account account) {
        return leases.offer(new WorkerId(account.owner())).orElseThrow();
    }

    void check() {
        Map<Account, Long> shown = new TreeMap<>();
        for (PoolId pool : world.setting.pools.keySet()) {
            world.ledger.ask(new ShowPool(pool)).map(PoolSnapshot::used).ifPresent(shown::putAll);
            Map<Account, Long> own = new HashMap<>(sums);
            own.keySet().removeIf(account -> !isOf(account, pool));
            own.keySet().forEach(account -> check(account, pool));
        }
        shown.keySet().removeIf(account -> !account.scope().isCountable());
        Map<Account, Long> added = new TreeMap<>(sums);
        added.keySet().removeIf(account -> isOfWorker(account));
        world.demand(shown.equals(added), "I4", "accounts %s, sums over units %s", shown, added);
    }

    /** A lowered limit revokes nothing, and nothing is added until it holds. */
    private void check(Account account, PoolId pool) {
        long limit = limit(account, pool);
        long taken = taken(sums, account, limit);
        world.demand(
                taken <= Math.max(limit, taken(former, account, limit)),
                "I7",
                "%s: %d used, limit %d",
                account,
                taken,
                limit);
        if (taken > limit) {
            world.statistics.sometimes("limit lowered below what is used");
        }
    }

    /** Workers' accounts are checked with every pool: their limits are the same in all. */
    private boolean isOf(Account account, PoolId pool) {
        return switch (account.scope()) {
            case POOL_CLAIMS, POOL_RESOURCE, KEY_CLAIMS, COUNT, RUN_OWED, RUN_COUNT, RUN_TIME ->
                account.owner().equals(pool.value());
            case DOMAIN_CLAIMS, DOMAIN_RESOURCE, QUARANTINED_CLAIMS, QUARANTINED_RESOURCE ->
                world.witness.policies.current(pool).allDomains().contains(account.owner());
            case WORKER_CLAIMS, WORKER_RESOURCE -> true;
        };
    }

    private static boolean isOfWorker(Account account) {
        return account.scope() == Account.Scope.WORKER_CLAIMS || account.scope() == Account.Scope.WORKER_RESOURCE;
    }
}
