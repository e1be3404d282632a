// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.PoolId;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A domain at one moment.
 *
 * @param used of each pool that uses the domain, what its live claims use and its uncertain units keep: the amounts of the
 *     domain's accounts
 */
public record DomainSnapshot(Domain domain, SortedMap<PoolId, Map<Account, Long>> used) {
    public DomainSnapshot {
        SortedMap<PoolId, Map<Account, Long>> copy = new TreeMap<>();
        used.forEach((pool, amounts) -> copy.put(pool, Map.copyOf(amounts)));
        used = java.util.Collections.unmodifiableSortedMap(copy);
    }

    /** Whether an account is one of a domain of this name. */
    public static boolean isOf(String domain, Account account) {
        return switch (account.scope()) {
            case DOMAIN_CLAIMS, DOMAIN_RESOURCE, QUARANTINED_CLAIMS, QUARANTINED_RESOURCE ->
                account.owner().equals(domain);
            case POOL_CLAIMS,
                    POOL_RESOURCE,
                    KEY_CLAIMS,
                    WORKER_CLAIMS,
                    WORKER_RESOURCE,
                    COUNT,
                    RUN_OWED,
                    RUN_COUNT,
                    RUN_TIME -> false;
        };
    }

    /** What the pools use together; zero when it says nothing. */
    public long amount(Account account) {
        return used.values().stream()
                .mapToLong(amounts -> amounts.getOrDefault(account, 0L))
                .sum();
    }

    public Limits limits() {
        return Limits.ofDomain(domain);
    }
}
