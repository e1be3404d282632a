// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What one live claim adds to which accounts. */
public final class Charges {
    /** An amount added to an account, and the account's limit ({@link Long#MAX_VALUE}: none). */
    record Charge(Account account, long amount, long limit) {}

    private Charges() {}

    /** The charges that a limit may forbid, apart from the live claims of pool and worker; in the order of the guards. */
    static List<Charge> limited(PoolId pool, Limits limits, String key, Needs needs, WorkerOffer offer) {
        boolean isLimited = limits.policy().fairness().isLimited(key);
        if (needs.isNone() && !isLimited) {
            return List.of();
        }
        List<Charge> charges = new ArrayList<>();
        if (isLimited) {
            charges.add(shared(Account.keyClaims(pool, key), 1, limits));
        }
        needs.demand()
                .forEach((resource, units) -> charges.add(shared(Account.poolResource(pool, resource), units, limits)));
        for (String domain : needs.domains()) {
            charges.add(shared(Account.domainClaims(domain), 1, limits));
            needs.demand()
                    .forEach((resource, units) ->
                            charges.add(shared(Account.domainResource(domain, resource), units, limits)));
        }
        needs.demand()
                .forEach((resource, units) -> charges.add(new Charge(
                        Account.workerResource(offer.worker(), resource),
                        units,
                        offer.resources().getOrDefault(resource, 0L))));
        return charges;
    }

    private static Charge shared(Account account, long amount, Limits limits) {
        return new Charge(account, amount, limits.of(account));
    }

    /** Adds all that {@code claims} live claims that use the same use, or gives it back when {@code claims} is negative. */
    static void add(Map<Account, Long> sums, Use use, WorkerId worker, long claims) {
        PoolId pool = use.pool();
        Needs needs = use.needs();
        use.countedKey().ifPresent(key -> sums.merge(Account.keyClaims(pool, key), claims, Long::sum));
        sums.merge(Account.poolClaims(pool), claims, Long::sum);
        sums.merge(Account.workerClaims(worker), claims, Long::sum);
        if (needs.isNone()) {
            return;
        }
        needs.demand().forEach((resource, units) -> {
            sums.merge(Account.poolResource(pool, resource), claims * units, Long::sum);
            sums.merge(Account.workerResource(worker, resource), claims * units, Long::sum);
        });
        addDomains(sums, needs, claims);
    }

    /** Adds what {@code claims} live claims of these needs use of their domains, whatever pool they are of. */
    public static void addDomains(Map<Account, Long> sums, Needs needs, long claims) {
        for (String domain : needs.domains()) {
            sums.merge(Account.domainClaims(domain), claims, Long::sum);
            needs.demand()
                    .forEach((resource, units) ->
                            sums.merge(Account.domainResource(domain, resource), claims * units, Long::sum));
        }
    }
}
