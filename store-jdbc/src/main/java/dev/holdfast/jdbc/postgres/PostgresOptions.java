// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.ledger.LedgerClock;
import java.time.Duration;
import java.util.Optional;

/**
 * How a ledger in PostgreSQL is opened.
 *
 * @param schema where it is kept; one schema holds one authority
 * @param authority the name that a new schema's ledger gets, and that an existing one has to have
 * @param clock what its moments are read from; empty, as it should be outside of tests: the database server's clock
 * @param notifications whether workers are woken by LISTEN and NOTIFY, which takes one connection of its own; without it,
 *     and behind a pooler that shares connections between transactions, they poll
 * @param patience how long a transaction that was not applied, or whose outcome is not known, is sent again
 */
public record PostgresOptions(
        String schema, AuthorityId authority, Optional<LedgerClock> clock, boolean notifications, Duration patience) {
    /** Schema {@code holdfast}, authority {@link AuthorityId#MAIN}, the server's clock, notifications, 10 seconds. */
    public static final PostgresOptions DEFAULT =
            new PostgresOptions("holdfast", AuthorityId.MAIN, Optional.empty(), true, Duration.ofSeconds(10));

    private static final int LONGEST_NAME = 63;

    public PostgresOptions {
        checkSchema(schema);
    }

    static String checkSchema(String schema) {
        boolean plain = schema.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_');
        if (schema.isEmpty() || schema.length() > LONGEST_NAME || !plain) {
            throw new IllegalArgumentException(
                    "a schema's name has 1 to 63 of a-z, 0-9 and '_', unlike '" + schema + "'");
        }
        return schema;
    }

    public PostgresOptions withSchema(String value) {
        return new PostgresOptions(value, authority, clock, notifications, patience);
    }

    public PostgresOptions withAuthority(AuthorityId value) {
        return new PostgresOptions(schema, value, clock, notifications, patience);
    }

    public PostgresOptions withClock(LedgerClock value) {
        return new PostgresOptions(schema, authority, Optional.of(value), notifications, patience);
    }

    public PostgresOptions withNotifications(boolean value) {
        return new PostgresOptions(schema, authority, clock, value, patience);
    }

    public PostgresOptions withPatience(Duration value) {
        return new PostgresOptions(schema, authority, clock, notifications, value);
    }
}
