// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Quarantine;
import dev.holdfast.core.work.Reactions;
import dev.holdfast.core.work.Use;
import dev.holdfast.jdbc.AccountText;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.Row;
import dev.holdfast.jdbc.States;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The accounts of a pool at one moment, twice: as they are kept, which is the log and what the inbox still has to tell it,
 * and as they are when the units are counted again.
 */
record PoolBooks(Map<Account, Long> counted, Map<Account, Long> actual) {
    private static final int CLAIMS = 1;
    private static final int UNITS = 2;
    private static final int COUNTS = 3;
    private static final int UNCERTAIN = 5;

    /** One statement, so that all of it is of one moment in whatever transaction it runs. */
    private static final String SELECT = """
        SELECT 1, u.lane, u.worker, CASE WHEN u.counted THEN 'counted' END, count(*) FROM $.unit u
        WHERE u.pool = ? AND u.state = 1 GROUP BY u.lane, u.worker, 4
        UNION ALL
        SELECT 2, u.state % 9, NULL, NULL, count(*) FROM (
            SELECT pool, state FROM $.unit UNION ALL SELECT pool, state FROM $.unit_history
        ) u WHERE u.pool = ? GROUP BY u.state % 9
        UNION ALL
        SELECT 3, z.o - 1, NULL, NULL, sum(z.v)::bigint FROM (
            SELECT pool, counts FROM $.pool_log UNION ALL SELECT pool, counts FROM $.inbox
        ) x CROSS JOIN LATERAL unnest(x.counts) WITH ORDINALITY z (v, o) WHERE x.pool = ? GROUP BY z.o
        UNION ALL
        SELECT 4, NULL, NULL, x.account, sum(x.amount)::bigint FROM (
            SELECT pool, account, used amount FROM $.account_log
            UNION ALL
            SELECT i.pool, z.account, z.amount
            FROM $.inbox i CROSS JOIN LATERAL unnest(i.accounts, i.amounts) z (account, amount)
        ) x WHERE x.pool = ? GROUP BY x.account
        UNION ALL
        SELECT 5, u.lane, NULL, NULL, count(*) FROM $.unit u WHERE u.pool = ? AND u.state = 2 GROUP BY u.lane\
        """;

    private record Line(int sort, long number, int worker, String account, long amount) {
        static Line read(Row row) throws SQLException {
            return new Line(row.integer(), row.number(), row.integer(), row.text(), row.number());
        }
    }

    static PoolBooks of(Session session, PoolId pool, int number) throws SQLException {
        List<Line> lines = session.sql
                .of(SELECT)
                .integer(number)
                .integer(number)
                .integer(number)
                .integer(number)
                .integer(number)
                .list(Line::read);
        long[] counted = new long[Telling.STATES];
        long[] actual = new long[Telling.STATES];
        Map<Account, Long> countedAccounts = new HashMap<>();
        Map<Account, Long> actualAccounts = new HashMap<>();
        for (Line line : lines) {
            switch (line.sort()) {
                case CLAIMS -> {
                    Lane lane = session.known.lanes.get(session, line.number());
                    Use use = Use.of(pool, lane.key, !line.account().isEmpty(), lane.needs);
                    WorkerId worker = session.known.workers.name(session, line.worker());
                    Reactions.charges(use, worker)
                            .forEach((account, amount) ->
                                    actualAccounts.merge(account, amount * line.amount(), Long::sum));
                }
                case UNCERTAIN -> {
                    Lane lane = session.known.lanes.get(session, line.number());
                    if (Quarantine.isKept(lane.eligibility)) {
                        Quarantine.add(actualAccounts, lane.needs, line.amount());
                    }
                }
                case UNITS -> {
                    if (line.number() < Telling.STATES) {
                        actual[(int) line.number()] = line.amount();
                    } else {
                        actualAccounts.put(Account.count(pool, States.status((int) line.number())), line.amount());
                    }
                }
                case COUNTS -> counted[(int) line.number()] = line.amount();
                default -> countedAccounts.merge(AccountText.read(line.account()), line.amount(), Long::sum);
            }
        }
        actualAccounts.remove(Account.poolClaims(pool));
        actualAccounts.putAll(Telling.accounts(pool, actual));
        countedAccounts.putAll(Telling.accounts(pool, counted));
        return new PoolBooks(countedAccounts, actualAccounts);
    }
}
