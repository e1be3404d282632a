// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Domain;
import dev.holdfast.core.work.DomainSnapshot;
import dev.holdfast.core.work.DomainTerms;
import dev.holdfast.core.work.Limits;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.jdbc.DomainText;
import dev.holdfast.jdbc.Row;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads and writes shared domains.
 *
 * <p>The accounts of a domain are kept with each pool that uses it, in its log and its inbox; what is used is the sum. A claim
 * of such a pool locks the pool, then its worker, then the rows of its domains by name, and reads the sum only then: the sum
 * rises by claims alone, each of which holds the row until it commits. Whoever gives something back appends to the inbox of
 * the unit's pool and waits for nobody, so that what is read may be more than what is used, and never less. Nobody who holds
 * a domain waits for a pool or a worker: to define one locks it alone, and a policy that uses one locks none.
 */
final class SharedDomains {
    private final Session session;

    SharedDomains(Session session) {
        this.session = session;
    }

    /** A domain of whatever sort; a shared one is locked: no pool claims of it meanwhile, and nobody else revises it. */
    Optional<Domain> lock(String name) throws SQLException {
        session.sql
                .of("SELECT 1 FROM $.domain WHERE name = ? AND pool IS NULL FOR NO KEY UPDATE")
                .text(name)
                .first(row -> row.integer());
        Optional<Domain> shared = find(name);
        PoolId owner = new Domains(session).owners(Set.of(name)).get(name);
        return shared.isPresent() || owner == null
                ? shared
                : Domain.of(new Pools(session).find(owner).orElseThrow().pool()).stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst();
    }

    Optional<Domain> find(String name) throws SQLException {
        return session.sql
                .of("SELECT name, revision, terms FROM $.domain WHERE name = ? AND pool IS NULL")
                .text(name)
                .first(SharedDomains::read);
    }

    /** The shared domains, by name. */
    List<Domain> all() throws SQLException {
        List<Domain> all = new ArrayList<>(session.sql
                .of("SELECT name, revision, terms FROM $.domain WHERE pool IS NULL")
                .list(SharedDomains::read));
        all.sort(Comparator.comparing(Domain::name));
        return all;
    }

    private static Domain read(Row row) throws SQLException {
        return Domain.shared(row.text(), row.integer(), DomainText.read(row.text()));
    }

    /** What the shared domains that a policy uses allow. */
    Map<String, DomainTerms> terms(PoolPolicy policy) throws SQLException {
        Map<String, DomainTerms> terms = new HashMap<>();
        for (String name : policy.sharedDomains()) {
            terms.put(name, find(name).orElseThrow().terms());
        }
        return terms;
    }

    /** Writes a shared domain. One of this name that appeared just now has the rule asked again. */
    void put(Domain domain) throws SQLException {
        int revised = session.sql
                .of("UPDATE $.domain SET revision = ?, terms = ? WHERE name = ? AND pool IS NULL")
                .integer(domain.revision())
                .text(DomainText.write(domain.terms()))
                .text(domain.name())
                .update();
        int made = revised > 0
                ? revised
                : session.sql
                        .of("INSERT INTO $.domain (revision, terms, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
                        .integer(domain.revision())
                        .text(DomainText.write(domain.terms()))
                        .text(domain.name())
                        .update();
        if (made == 0) {
            throw new SQLException("a domain was declared meanwhile", "40001");
        }
        new DomainLimits(session, Limits.ofDomain(domain)).write(domain);
    }

    /** A shared domain, and what each pool uses of it. */
    Optional<DomainSnapshot> snapshot(String name) throws SQLException {
        Optional<Domain> domain = find(name);
        if (domain.isEmpty()) {
            return Optional.empty();
        }
        SortedMap<PoolId, Map<Account, Long>> used = new TreeMap<>();
        for (Pools.Stored pool : users(name)) {
            PoolId id = pool.pool().id();
            Map<Account, Long> amounts = new HashMap<>(Accounts.of(session, id, pool.number()));
            amounts.keySet().removeIf(account -> !DomainSnapshot.isOf(name, account));
            used.put(id, amounts);
        }
        return Optional.of(new DomainSnapshot(domain.get(), used));
    }

    /** Adds what other pools use of the shared domains of a pool. */
    void addOthers(Pool pool, Map<Account, Long> used) throws SQLException {
        for (String domain : pool.policy().sharedDomains()) {
            snapshot(domain).orElseThrow().used().forEach((user, amounts) -> {
                if (!user.equals(pool.id())) {
                    amounts.forEach((account, amount) -> used.merge(account, amount, Long::sum));
                }
            });
        }
    }

    private List<Pools.Stored> users(String name) throws SQLException {
        return new Pools(session)
                .all().stream()
                        .filter(each -> each.pool().policy().sharedDomains().contains(name))
                        .toList();
    }
}
