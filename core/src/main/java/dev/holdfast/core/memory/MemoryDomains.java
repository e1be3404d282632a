// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Domain;
import dev.holdfast.core.work.DomainPage;
import dev.holdfast.core.work.DomainSnapshot;
import dev.holdfast.core.work.DomainTerms;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPage;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Reactions;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which pool declared which domain, and the shared ones. */
final class MemoryDomains {
    private final Map<String, PoolId> owners = new HashMap<>();
    private final SortedMap<String, Domain> shared = new TreeMap<>();

    Optional<PoolId> owner(String domain) {
        return Optional.ofNullable(owners.get(domain));
    }

    /** What a definition with the wanted policy looks at; {@code units} are those of all pools. */
    PoolPage page(Moment now, Optional<Pool> pool, Optional<PoolPolicy> wanted, Collection<MemoryUnit> units) {
        Map<String, PoolId> found = new HashMap<>(owners);
        Set<String> inUse = new HashSet<>();
        Set<String> asked = wanted.map(PoolPolicy::allDomains).orElse(Set.of());
        found.keySet().retainAll(asked);
        Set<String> foundShared = new HashSet<>(shared.keySet());
        foundShared.retainAll(asked);
        if (pool.isPresent() && wanted.isPresent()) {
            units.stream()
                    .map(each -> each.unit)
                    .filter(unit -> unit.pool().equals(pool.get().id())
                            && !unit.status().isEnd())
                    .forEach(unit -> inUse.addAll(unit.requirements().needs().domains()));
            inUse.retainAll(pool.get().policy().domainsWithout(wanted.get()));
        }
        return new PoolPage(now, pool, found, foundShared, inUse);
    }

    /** A shared domain; {@code pools} are all pools. */
    DomainPage page(Moment now, String domain, Collection<MemoryPool> pools) {
        return new DomainPage(
                now,
                Optional.ofNullable(shared.get(domain))
                        .or(() -> owner(domain)
                                .flatMap(owner -> pools.stream()
                                        .filter(each -> each.pool.id().equals(owner))
                                        .flatMap(each -> Domain.of(each.pool).stream())
                                        .filter(each -> each.name().equals(domain))
                                        .findFirst())));
    }

    List<Domain> shared() {
        return List.copyOf(shared.values());
    }

    Optional<DomainSnapshot> snapshot(String domain, Collection<MemoryPool> pools, Collection<MemoryUnit> units) {
        return Optional.ofNullable(shared.get(domain)).map(found -> {
            SortedMap<PoolId, Map<Account, Long>> used = new TreeMap<>();
            pools.stream()
                    .filter(each -> each.pool.policy().sharedDomains().contains(domain))
                    .forEach(each -> used.put(each.pool.id(), new HashMap<>()));
            units.forEach(each -> Reactions.held(each.unit).forEach((account, amount) -> {
                if (DomainSnapshot.isOf(domain, account) && amount != 0) {
                    Objects.requireNonNull(used.get(each.unit.pool())).merge(account, amount, Long::sum);
                }
            }));
            return new DomainSnapshot(found, used);
        });
    }

    void put(Domain domain) {
        shared.put(domain.name(), domain);
    }

    /** What the shared domains that a policy uses allow. */
    Map<String, DomainTerms> terms(PoolPolicy policy) {
        Map<String, DomainTerms> terms = new HashMap<>();
        for (String domain : policy.sharedDomains()) {
            terms.put(domain, Objects.requireNonNull(shared.get(domain)).terms());
        }
        return terms;
    }

    /** The domains of its policy are those of the pool. */
    void declare(Pool pool) {
        owners.values().removeIf(pool.id()::equals);
        pool.policy().domains().keySet().forEach(domain -> owners.put(domain, pool.id()));
    }
}
