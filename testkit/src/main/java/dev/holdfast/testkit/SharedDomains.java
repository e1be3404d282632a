// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Domain;
import dev.holdfast.core.work.DomainSnapshot;
import dev.holdfast.core.work.ListDomains;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.ShowDomain;
import dev.holdfast.core.work.Unit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is true of domains at every commit: what each pool is said to use of one is what its units use, and all of them
 * together use no more than it allows, as long as that was never revised.
 */
final class SharedDomains {
    private SharedDomains() {}

    /** What units of all pools use of these domains. */
    static Map<Account, Long> used(Collection<String> domains, List<Unit> units) {
        Map<Account, Long> used = new HashMap<>();
        units.stream().filter(unit -> unit.claim().isPresent()).forEach(unit -> Invariants.useDomains(unit, used));
        units.forEach(unit -> Invariants.keep(unit, used));
        used.keySet().removeIf(account -> !domains.contains(account.owner()));
        return used;
    }

    static void check(Ledger ledger, List<Unit> units) {
        List<Pool> pools = ledger.ask(new ListPools());
        for (Domain domain : ledger.ask(new ListDomains())) {
            if (domain.owner().isEmpty()) {
                check(ledger.ask(new ShowDomain(domain.name())).orElseThrow(), pools, units);
            }
        }
    }

    private static void check(DomainSnapshot snapshot, List<Pool> pools, List<Unit> units) {
        String name = snapshot.domain().name();
        Map<PoolId, Map<Account, Long>> used = new HashMap<>();
        for (Pool pool : pools) {
            if (pool.policy().sharedDomains().contains(name)) {
                List<Unit> its = units.stream()
                        .filter(unit -> unit.pool().equals(pool.id()))
                        .toList();
                used.put(pool.id(), used(List.of(name), its));
            }
        }
        assertThat(snapshot.used()).as("what pools use of domain %s", name).isEqualTo(used);
        if (snapshot.domain().revision() == 1) { // a lowered limit revokes nothing
            for (Account account : snapshot.domain().terms().limit().accounts(name)) {
                assertThat(snapshot.limits().used(account, snapshot::amount))
                        .as("limit of %s over all pools", account)
                        .isLessThanOrEqualTo(snapshot.limits().of(account));
            }
        }
    }
}
