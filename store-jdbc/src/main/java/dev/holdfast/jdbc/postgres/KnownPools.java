// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.jdbc.PolicyText;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The numbers and policies of pools. A revision of a policy never changes, so that each is read once. */
final class KnownPools {
    private record Revision(int revision, PoolPolicy policy) {}

    private final Map<PoolId, Integer> numbers = new ConcurrentHashMap<>();
    private final Map<Integer, PoolId> names = new ConcurrentHashMap<>();
    private final Map<Integer, Revision> policies = new ConcurrentHashMap<>();

    void forget() {
        numbers.clear();
        names.clear();
        policies.clear();
    }

    Optional<Integer> number(Session session, PoolId pool) throws SQLException {
        Integer number = numbers.get(pool);
        if (number != null) {
            return Optional.of(number);
        }
        Optional<Integer> found = session.sql
                .of("SELECT id FROM $.pool WHERE name = ?")
                .text(pool.value())
                .first(row -> row.integer());
        found.ifPresent(each -> {
            numbers.put(pool, each);
            names.put(each, pool);
        });
        return found;
    }

    Optional<Integer> knownNumber(PoolId pool) {
        return Optional.ofNullable(numbers.get(pool));
    }

    PoolId name(Session session, int number) throws SQLException {
        PoolId name = names.get(number);
        if (name == null) {
            name = session.sql
                    .of("SELECT name FROM $.pool WHERE id = ?")
                    .integer(number)
                    .first(row -> new PoolId(row.text()))
                    .orElseThrow();
            names.put(number, name);
        }
        return name;
    }

    /** Some revision of the policy: for what does not depend on which. */
    PoolPolicy policy(Session session, int number) throws SQLException {
        Revision known = policies.get(number);
        return known == null ? policy(session, number, 0) : known.policy();
    }

    PoolPolicy policy(Session session, int number, int revision) throws SQLException {
        Revision known = policies.get(number);
        if (known == null || known.revision() != revision) {
            known = session.sql
                    .of("SELECT revision, policy FROM $.pool WHERE id = ?")
                    .integer(number)
                    .first(row -> new Revision(row.integer(), PolicyText.read(row.text())))
                    .orElseThrow();
            policies.put(number, known);
        }
        return known.policy();
    }
}
