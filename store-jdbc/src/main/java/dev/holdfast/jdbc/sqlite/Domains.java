// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which pool declared which domain. What a domain allows stands in the policy of that pool. */
final class Domains {
    private final Statements sql;
    private final long authority;

    Domains(Statements sql, long authority) {
        this.sql = sql;
        this.authority = authority;
    }

    /** A domain stays with the pool that declared it first. */
    void declare(long pool, PoolPolicy policy) throws SQLException {
        for (String domain : policy.domains().keySet()) {
            sql.of("INSERT INTO domain (authority, name, pool) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
                    .number(authority)
                    .text(domain)
                    .number(pool)
                    .update();
        }
    }

    /** Who declared those of {@code domains} that exist. */
    Map<String, PoolId> owners(Collection<String> domains) throws SQLException {
        Map<String, PoolId> owners = new HashMap<>();
        for (String domain : domains) {
            sql.of("SELECT p.name FROM domain d JOIN pool p ON p.id = d.pool WHERE d.authority = ? AND d.name = ?")
                    .number(authority)
                    .text(domain)
                    .each(row -> owners.put(domain, new PoolId(row.text())));
        }
        return owners;
    }

    /** The domains that a pool declared. */
    List<String> of(long pool) throws SQLException {
        return sql.of("SELECT name FROM domain WHERE authority = ? AND pool = ?")
                .number(authority)
                .number(pool)
                .list(row -> row.text());
    }
}
