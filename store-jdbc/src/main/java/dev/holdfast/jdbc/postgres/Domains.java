// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Domain;
import dev.holdfast.core.work.Limits;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.jdbc.ShapeText;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which pool declared which domain, whose terms stand in the policy of that pool, and which shared ones it uses. */
final class Domains {
    /** What a definition has to know of domains. */
    record Found(Map<String, PoolId> owners, Set<String> shared, Set<String> inUse) {}

    private final Session session;

    Domains(Session session) {
        this.session = session;
    }

    Found find(Optional<Pools.Stored> pool, Optional<PoolPolicy> wanted) throws SQLException {
        if (wanted.isEmpty()) {
            return new Found(Map.of(), Set.of(), Set.of());
        }
        Set<String> givenUp = pool.map(known -> known.pool().policy().domainsWithout(wanted.get()))
                .orElse(Set.of());
        Set<String> inUse =
                givenUp.isEmpty() ? Set.of() : inUse(pool.orElseThrow().number());
        Set<String> both = new HashSet<>(givenUp);
        both.retainAll(inUse);
        Set<String> asked = wanted.get().allDomains();
        Set<String> shared = new HashSet<>(asked);
        shared.retainAll(
                new SharedDomains(session).all().stream().map(Domain::name).toList());
        return new Found(owners(asked), shared, both);
    }

    /** Who declared those of {@code domains} that exist. */
    Map<String, PoolId> owners(Set<String> domains) throws SQLException {
        Map<String, PoolId> owners = new HashMap<>();
        session.sql
                .of("SELECT d.name, p.name FROM $.domain d JOIN $.pool p ON p.id = d.pool WHERE d.name = ANY (?)")
                .array(domains.toArray(String[]::new))
                .each(row -> owners.put(row.text(), new PoolId(row.text())));
        return owners;
    }

    /** Those that units of a pool name which have not ended: looks at all of these, which only giving up a domain costs. */
    private Set<String> inUse(int pool) throws SQLException {
        Set<String> inUse = new HashSet<>();
        session.sql
                .of("""
                    SELECT DISTINCT l.needs FROM (SELECT DISTINCT lane FROM $.unit WHERE pool = ?) u
                    JOIN $.lane l ON l.id = u.lane\
                    """)
                .integer(pool)
                .each(row -> inUse.addAll(ShapeText.readNeeds(row.text()).domains()));
        return inUse;
    }

    /**
     * Makes the domains of a policy those of its pool. A domain stays with the pool that declared it first; when another one
     * did so just now, the rule is asked again.
     */
    void declare(int pool, PoolPolicy policy) throws SQLException {
        String[] domains = policy.domains().keySet().toArray(String[]::new);
        session.sql
                .of("DELETE FROM $.domain WHERE pool = ? AND name <> ALL (?)")
                .integer(pool)
                .array(domains)
                .update();
        session.sql
                .of("INSERT INTO $.domain (name, pool) SELECT d, ? FROM unnest(?) d ORDER BY d ON CONFLICT DO NOTHING")
                .integer(pool)
                .array(domains)
                .update();
        boolean taken = session.sql
                .of("SELECT 1 FROM $.domain WHERE name = ANY (?) AND pool IS DISTINCT FROM ? LIMIT 1")
                .array(domains)
                .integer(pool)
                .first(row -> row.integer())
                .isPresent();
        if (taken) {
            throw new SQLException("a domain was declared meanwhile", "40001");
        }
        new DomainLimits(session, new Limits(policy)).write(pool, policy.domains());
        use(pool, policy.sharedDomains().toArray(String[]::new));
    }

    /** Where a pool uses shared domains its claims find them in its own row, and others find the pool by the domain. */
    private void use(int pool, String[] shared) throws SQLException {
        session.sql
                .of("UPDATE $.pool SET shared_domains = nullif(CAST(? AS text[]), '{}') WHERE id = ?")
                .array(shared)
                .integer(pool)
                .update();
        session.sql
                .of("DELETE FROM $.domain_use WHERE pool = ? AND domain <> ALL (?)")
                .integer(pool)
                .array(shared)
                .update();
        session.sql
                .of("INSERT INTO $.domain_use (domain, pool) SELECT d, ? FROM unnest(?) d ON CONFLICT DO NOTHING")
                .integer(pool)
                .array(shared)
                .update();
    }
}
