// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Domain;
import dev.holdfast.core.work.DomainSnapshot;
import dev.holdfast.core.work.PoolSnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Answers questions about domains, which are kept in two places: shared ones by themselves, others in policies. */
record DomainQueries(Shelf shelf) {
    /** All domains by name, the shared ones and those of pools. */
    List<Domain> all() {
        List<Domain> all = new ArrayList<>(shelf.domains());
        shelf.pools().forEach(pool -> all.addAll(Domain.of(pool)));
        all.sort(Comparator.comparing(Domain::name));
        return all;
    }

    /** A shared one, or the one of a pool. */
    Optional<DomainSnapshot> find(String name) {
        return shelf.domain(name)
                .or(() -> shelf.pools().stream()
                        .filter(pool -> pool.policy().domains().containsKey(name))
                        .findFirst()
                        .flatMap(pool -> shelf.snapshot(pool.id()))
                        .flatMap(snapshot -> owned(name, snapshot)));
    }

    private static Optional<DomainSnapshot> owned(String name, PoolSnapshot snapshot) {
        Map<Account, Long> used = new HashMap<>(snapshot.used());
        used.keySet().removeIf(account -> !DomainSnapshot.isOf(name, account));
        return Domain.of(snapshot.pool()).stream()
                .filter(domain -> domain.name().equals(name))
                .findFirst()
                .map(domain -> new DomainSnapshot(
                        domain, new TreeMap<>(Map.of(snapshot.pool().id(), used))));
    }
}
