// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * What live claims of the units that name a domain may use together.
 *
 * @param claims how many may be live at once; empty: any number
 * @param resources resource to units; a resource that is not listed is not limited by the domain
 */
public record DomainLimit(OptionalLong claims, SortedMap<String, Long> resources) {
    public DomainLimit {
        if (claims.isPresent() && claims.getAsLong() < 1) {
            throw new IllegalArgumentException("a domain allows at least 1 claim, not " + claims.getAsLong());
        }
        resources.forEach(Needs::checkAmount);
        resources = NameSets.copy(resources);
    }

    /** How much of an account of the domain this allows; {@link Long#MAX_VALUE} where there is no limit. */
    long of(Account account) {
        return account.scope() == Account.Scope.DOMAIN_CLAIMS
                ? claims.orElse(Long.MAX_VALUE)
                : resources.getOrDefault(account.what(), Long.MAX_VALUE);
    }

    /** The accounts of a domain of this name that are limited: always that of its claims, and those of its resources. */
    public List<Account> accounts(String domain) {
        List<Account> accounts = new ArrayList<>(List.of(Account.domainClaims(domain)));
        resources.keySet().forEach(resource -> accounts.add(Account.domainResource(domain, resource)));
        return accounts;
    }

    public static DomainLimit claims(long limit) {
        return new DomainLimit(OptionalLong.of(limit), NameSets.copy(java.util.Map.of()));
    }
}
