// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPage;
import dev.holdfast.core.work.PoolPolicy;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which pool declared which domain. */
final class MemoryDomains {
    private final Map<String, PoolId> owners = new HashMap<>();

    Optional<PoolId> owner(String domain) {
        return Optional.ofNullable(owners.get(domain));
    }

    /** What a definition with the wanted policy looks at; {@code units} are those of all pools. */
    PoolPage page(Moment now, Optional<Pool> pool, Optional<PoolPolicy> wanted, Collection<MemoryUnit> units) {
        Map<String, PoolId> found = new HashMap<>(owners);
        Set<String> inUse = new HashSet<>();
        found.keySet()
                .retainAll(wanted.<Set<String>>map(policy -> policy.domains().keySet())
                        .orElse(Set.of()));
        if (pool.isPresent() && wanted.isPresent()) {
            units.stream()
                    .map(each -> each.unit)
                    .filter(unit -> unit.pool().equals(pool.get().id())
                            && !unit.status().isEnd())
                    .forEach(unit -> inUse.addAll(unit.requirements().needs().domains()));
            inUse.retainAll(pool.get().policy().domainsWithout(wanted.get()));
        }
        return new PoolPage(now, pool, found, inUse);
    }

    /** The domains of its policy are those of the pool. */
    void declare(Pool pool) {
        owners.values().removeIf(pool.id()::equals);
        pool.policy().domains().keySet().forEach(domain -> owners.put(domain, pool.id()));
    }
}
