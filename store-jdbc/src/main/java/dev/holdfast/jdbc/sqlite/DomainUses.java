// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Charges;
import dev.holdfast.core.work.Domain;
import dev.holdfast.core.work.DomainSnapshot;
import dev.holdfast.core.work.Quarantine;
import dev.holdfast.jdbc.Lane;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What each pool uses of a shared domain, counted from its live claims and its uncertain units: the accounts know only what
 * all of them use together.
 */
final class DomainUses {
    private static final String CLAIMS =
            "SELECT lane, count(*) FROM work WHERE pool = ? AND held_by IS NOT NULL GROUP BY lane";
    private static final String UNCERTAIN =
            "SELECT lane, count(*) FROM work WHERE pool = ? AND unusual = 2 GROUP BY lane";

    private final Session session;

    DomainUses(Session session) {
        this.session = session;
    }

    Optional<DomainSnapshot> of(String name) throws SQLException {
        Optional<Domain> domain = session.domains.shared(name);
        if (domain.isEmpty()) {
            return Optional.empty();
        }
        SortedMap<PoolId, Map<Account, Long>> used = new TreeMap<>();
        for (Pools.Stored pool : session.pools.all()) {
            if (pool.pool().policy().sharedDomains().contains(name)) {
                Map<Account, Long> amounts = amounts(pool.id());
                amounts.keySet().removeIf(account -> !DomainSnapshot.isOf(name, account));
                used.put(pool.pool().id(), amounts);
            }
        }
        return Optional.of(new DomainSnapshot(domain.get(), used));
    }

    private Map<Account, Long> amounts(long pool) throws SQLException {
        Map<Account, Long> amounts = new HashMap<>();
        session.sql.of(CLAIMS).number(pool).each(row -> {
            Lane lane = session.lanes.get(row.number());
            Charges.addDomains(amounts, lane.needs, row.number());
        });
        session.sql.of(UNCERTAIN).number(pool).each(row -> {
            Lane lane = session.lanes.get(row.number());
            if (Quarantine.isKept(lane.eligibility)) {
                Quarantine.add(amounts, lane.needs, row.number());
            }
        });
        return amounts;
    }
}
