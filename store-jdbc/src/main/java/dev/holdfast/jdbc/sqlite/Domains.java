// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Domain;
import dev.holdfast.core.work.DomainTerms;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.jdbc.DomainText;
import dev.holdfast.jdbc.Row;
import dev.holdfast.jdbc.ShapeText;
import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which pool declared which domain, whose terms stand in the policy of that pool; and the shared ones, with their terms. */
final class Domains {
    /** What a definition has to know of domains. */
    record Found(Map<String, PoolId> owners, Set<String> shared, Set<String> inUse) {}

    /** The lanes of all units of a pool that have not ended. */
    private static final String LANES = """
        SELECT DISTINCT l.needs FROM lane l JOIN (
          SELECT lane FROM work WHERE pool = ?1 AND due_at IS NOT NULL
          UNION SELECT lane FROM work WHERE pool = ?1 AND held_by IS NOT NULL
          UNION SELECT lane FROM work WHERE pool = ?1 AND unusual = 2
          UNION SELECT l.id FROM lane l WHERE l.pool = ?1 AND EXISTS (SELECT 1 FROM work w WHERE w.waits_in = l.id)
        ) u ON u.lane = l.id\
        """;

    private final Statements sql;
    private final long authority;

    Domains(Statements sql, long authority) {
        this.sql = sql;
        this.authority = authority;
    }

    Found find(Optional<Pools.Stored> pool, Optional<PoolPolicy> wanted) throws SQLException {
        if (wanted.isEmpty()) {
            return new Found(Map.of(), Set.of(), Set.of());
        }
        Set<String> inUse = new HashSet<>();
        Set<String> givenUp = pool.map(known -> known.pool().policy().domainsWithout(wanted.get()))
                .orElse(Set.of());
        if (!givenUp.isEmpty()) {
            sql.of(LANES)
                    .number(pool.orElseThrow().id())
                    .each(row -> inUse.addAll(ShapeText.readNeeds(row.text()).domains()));
        }
        inUse.retainAll(givenUp);
        Set<String> asked = wanted.get().allDomains();
        Set<String> shared = new HashSet<>(asked);
        shared.retainAll(shared().stream().map(Domain::name).toList());
        return new Found(owners(asked), shared, inUse);
    }

    /** Makes the domains of a policy those of its pool. */
    void declare(long pool, PoolPolicy policy) throws SQLException {
        for (String former : of(pool)) {
            if (!policy.domains().containsKey(former)) {
                sql.of("DELETE FROM domain WHERE authority = ? AND name = ?")
                        .number(authority)
                        .text(former)
                        .update();
            }
        }
        for (String domain : policy.domains().keySet()) {
            sql.of("INSERT INTO domain (authority, name, pool) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
                    .number(authority)
                    .text(domain)
                    .number(pool)
                    .update();
        }
    }

    /** Who declared those of {@code domains} that exist. */
    private Map<String, PoolId> owners(Collection<String> domains) throws SQLException {
        Map<String, PoolId> owners = new HashMap<>();
        for (String domain : domains) {
            sql.of("SELECT p.name FROM domain d JOIN pool p ON p.id = d.pool WHERE d.authority = ? AND d.name = ?")
                    .number(authority)
                    .text(domain)
                    .each(row -> owners.put(domain, new PoolId(row.text())));
        }
        return owners;
    }

    /** The shared domains, by name. */
    List<Domain> shared() throws SQLException {
        return sql.of("SELECT name, revision, terms FROM domain WHERE authority = ? AND pool IS NULL ORDER BY name")
                .number(authority)
                .list(Domains::read);
    }

    Optional<Domain> shared(String name) throws SQLException {
        return sql.of("SELECT name, revision, terms FROM domain WHERE authority = ? AND name = ? AND pool IS NULL")
                .number(authority)
                .text(name)
                .first(Domains::read);
    }

    private static Domain read(Row row) throws SQLException {
        return Domain.shared(row.text(), row.integer(), DomainText.read(row.text()));
    }

    /** The pool that declared a domain. */
    Optional<PoolId> owner(String name) throws SQLException {
        return Optional.ofNullable(owners(List.of(name)).get(name));
    }

    /** What the shared domains that a policy uses allow; a policy that uses none costs nothing. */
    Map<String, DomainTerms> terms(PoolPolicy policy) throws SQLException {
        Map<String, DomainTerms> terms = new HashMap<>();
        for (String name : policy.sharedDomains()) {
            terms.put(name, shared(name).orElseThrow().terms());
        }
        return terms;
    }

    /** Writes a shared domain. */
    void put(Domain domain) throws SQLException {
        sql.of("""
            INSERT INTO domain (authority, name, revision, terms) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET revision = excluded.revision, terms = excluded.terms\
            """)
                .number(authority)
                .text(domain.name())
                .number(domain.revision())
                .text(DomainText.write(domain.terms()))
                .update();
    }

    /** The domains that a pool declared. */
    List<String> of(long pool) throws SQLException {
        return sql.of("SELECT name FROM domain WHERE authority = ? AND pool = ?")
                .number(authority)
                .number(pool)
                .list(row -> row.text());
    }
}
