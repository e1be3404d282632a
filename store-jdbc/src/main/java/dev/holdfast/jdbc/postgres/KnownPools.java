// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Terms;
import dev.holdfast.jdbc.PolicyText;
import dev.holdfast.jdbc.SourcesText;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The numbers and terms of pools. A revision of a policy never changes, so that each is read once. */
final class KnownPools {
    private final Map<PoolId, Integer> numbers = new ConcurrentHashMap<>();
    private final Map<Integer, PoolId> names = new ConcurrentHashMap<>();
    private final Map<Integer, Terms> terms = new ConcurrentHashMap<>();

    void forget() {
        numbers.clear();
        names.clear();
        terms.clear();
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

    /** The terms as they were when this process last read them. */
    Terms terms(Session session, int number) throws SQLException {
        Terms known = terms.get(number);
        return known == null ? newest(session, number) : known;
    }

    /** The terms of a revision that a row of the pool has just told; newer ones where it was revised since. */
    Terms terms(Session session, int number, int revision) throws SQLException {
        Terms known = terms.get(number);
        return known == null || known.revision() != revision ? newest(session, number) : known;
    }

    Terms newest(Session session, int number) throws SQLException {
        Terms read = session.sql
                .of("SELECT revision, policy, sources FROM $.pool WHERE id = ?")
                .integer(number)
                .first(row -> new Terms(row.integer(), PolicyText.read(row.text()), SourcesText.read(row.text())))
                .orElseThrow();
        terms.put(number, read);
        return read;
    }
}
