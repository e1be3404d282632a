// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The statements about attempts, which are the same in all stores but for a few words: tables in a schema, the column that
 * tells authorities in one file apart, and how a list is given. Thread-safe.
 */
public final class AttemptSql {
    /** One authority in a schema; lists are arrays. */
    public static final AttemptSql IN_SCHEMA = new AttemptSql(Optional.empty());

    private final Optional<Long> authority;
    private final Map<String, String> spelled = new ConcurrentHashMap<>();

    private AttemptSql(Optional<Long> authority) {
        this.authority = authority;
    }

    /** Several authorities in one file; lists are JSON. */
    public static AttemptSql ofAuthority(long number) {
        return new AttemptSql(Optional.of(number));
    }

    /** @param template a constant */
    String spell(String template) {
        return spelled.computeIfAbsent(template, this::write);
    }

    private String write(String template) {
        String own = authority.map(number -> "$1authority = " + number).orElse("true");
        return authority.isEmpty()
                ? template.replaceAll("\\{own (\\w+\\.)?\\}", own)
                        .replace("{authority}", "")
                        .replace("{its}", "")
                        .replace("{inside}", "JOIN")
                        .replace("{listed}", "= ANY (?)")
                        .replace("{pairs}", "unnest(?::text[], ?::text[]) r (owner, request_key)")
                : template.replaceAll("\\{own (\\w+\\.)?\\}", own)
                        .replace("$.", "")
                        .replace("{authority}", "authority, ")
                        .replace("{its}", authority.get() + ", ")
                        .replace("{inside}", "CROSS JOIN") // in this order, whatever is known of the tables
                        .replace("{listed}", "IN (SELECT value FROM json_each(?))")
                        .replace("{pairs}", """
                            (SELECT o.value owner, k.value request_key
                            FROM json_each(?) o CROSS JOIN json_each(?) k ON k.key = o.key) r\
                            """);
    }

    /** Gives a list where the statement says {@code {listed}} or {@code {pairs}}. */
    Prepared list(Prepared statement, Collection<String> values) throws SQLException {
        return authority.isEmpty()
                ? statement.array(values.toArray(String[]::new))
                : statement.text(Json.texts(values));
    }
}
