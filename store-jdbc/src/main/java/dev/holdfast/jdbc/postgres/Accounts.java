// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Status;
import dev.holdfast.jdbc.AccountText;
import dev.holdfast.jdbc.States;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** Reads accounts as they are: what the log of a pool says, and what its inbox still has to tell it. */
final class Accounts {
    private static final String COUNTS = """
        SELECT z.o, sum(z.v)::bigint FROM (
            SELECT l.counts FROM $.pool_log l WHERE l.pool = ?
            UNION ALL SELECT i.counts FROM $.inbox i WHERE i.pool = ?
        ) x CROSS JOIN LATERAL unnest(x.counts) WITH ORDINALITY z (v, o) GROUP BY z.o\
        """;
    private static final String AMOUNTS = """
        SELECT x.account, sum(x.amount)::bigint FROM (
            SELECT a.account, a.used amount FROM $.account_log a WHERE a.pool = ?
            UNION ALL
            SELECT z.account, z.amount FROM $.inbox i CROSS JOIN LATERAL unnest(i.accounts, i.amounts) z (account, amount)
            WHERE i.pool = ?
        ) x GROUP BY x.account HAVING sum(x.amount) <> 0\
        """;

    private Accounts() {}

    /** How many units are queued, with what this transaction has inserted. */
    static long queued(Session session, PoolId pool) throws SQLException {
        int number = session.poolNumber(pool).orElseThrow();
        return counts(session, number)[States.number(Status.QUEUED)];
    }

    private static long[] counts(Session session, int number) throws SQLException {
        long[] counts = new long[Telling.STATES];
        session.sql.of(COUNTS).integer(number).integer(number).each(row -> counts[row.integer() - 1] = row.number());
        return counts;
    }

    /** All accounts of a pool that are not zero, and the part of its workers' accounts that comes from this pool. */
    static Map<Account, Long> of(Session session, PoolId pool, int number) throws SQLException {
        Map<Account, Long> accounts = new HashMap<>(Telling.accounts(pool, counts(session, number)));
        session.sql
                .of(AMOUNTS)
                .integer(number)
                .integer(number)
                .each(row -> accounts.put(AccountText.read(row.text()), row.number()));
        return accounts;
    }
}
