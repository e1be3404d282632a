// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Account;
import dev.holdfast.jdbc.AccountFindings;
import dev.holdfast.jdbc.AccountText;
import dev.holdfast.jdbc.Migrations;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Rebuilds the derived state of pools, each under its lock: then nobody else writes its log, its accounts and its turns,
 * and what others change in the meantime they tell its inbox in the same transaction. So what a single statement reads of
 * units, log and inbox fits together, and what is missing stays missing until it is added here.
 */
final class Repairs {
    /** What each statement of the file mends, in its order. Each gets the pool's number as its only parameter. */
    private static final List<String> MENDED = List.of(
            "turns that were not of their lane's pool, key, eligibility and band: %d set right",
            "lanes with more than one turn: %d older turns removed",
            "lanes without a turn: %d turns added",
            "log: %d older rows removed",
            "accounts: %d older rows removed",
            "mark of the newest fold: %d set back, so that the whole inbox is read",
            "parked lanes that did not say on what: %d made ready",
            "lanes with waiting units that no claim looked at: %d told to the next claim",
            "floors: %d lowered to the lanes that are ready");

    private static final List<String> STATEMENTS = Migrations.statements(Migrations.read(Repairs.class, "repairs.sql"));

    private static final String WITHOUT_CLASS = """
        SELECT e.id FROM $.eligibility e
        WHERE e.pool = ? AND e.class IS NULL AND EXISTS (
            SELECT FROM $.lane l JOIN $.unit u ON u.lane = l.id AND u.state = 0 WHERE l.eligibility = e.id)
        ORDER BY e.id\
        """;

    private final Session session;
    private final PoolId pool;
    private final int number;
    private final List<String> done = new ArrayList<>();

    private Repairs(Session session, PoolId pool, int number) {
        this.session = session;
        this.pool = pool;
        this.number = number;
    }

    private record Named(int number, PoolId pool) {}

    static List<String> run(Upkeep upkeep) {
        List<Named> pools = upkeep.read(session -> session.sql
                .of("SELECT id, name FROM $.pool ORDER BY name")
                .list(row -> new Named(row.integer(), new PoolId(row.text()))));
        List<String> done = new ArrayList<>();
        for (Named each : pools) {
            done.addAll(upkeep.write(session -> new Repairs(session, each.pool(), each.number()).run()));
        }
        return List.copyOf(done);
    }

    private List<String> run() throws SQLException {
        session.sql
                .of("SELECT 1 FROM $.pool WHERE id = ? FOR NO KEY UPDATE")
                .integer(number)
                .first(row -> 0);
        for (int i = 0; i < MENDED.size(); i++) {
            String statement = STATEMENTS.get(i);
            told(
                    MENDED.get(i),
                    session.sql
                            .of(statement.substring(0, statement.length() - 1))
                            .integer(number)
                            .update());
        }
        classes();
        accounts();
        return done;
    }

    private void told(String what, int rows) {
        if (rows > 0) {
            done.add("pool " + pool + ": " + what.formatted(rows));
        }
    }

    /** In the same way as a claim gives a class back that was dropped while a unit of it was being inserted. */
    private void classes() throws SQLException {
        List<Integer> lost = session.sql.of(WITHOUT_CLASS).integer(number).list(row -> row.integer());
        for (int eligibility : lost) {
            session.sql
                    .of("UPDATE $.pool SET newest_class = newest_class + 1 WHERE id = ?")
                    .integer(number)
                    .update();
            session.sql
                    .of("UPDATE $.eligibility SET class = (SELECT newest_class FROM $.pool WHERE id = ?) WHERE id = ?")
                    .integer(number)
                    .integer(eligibility)
                    .update();
        }
        told("eligibilities of waiting units without a class: %d got one", lost.size());
    }

    private void accounts() throws SQLException {
        PoolBooks books = PoolBooks.of(session, pool, number);
        Map<Account, Long> missing = AccountFindings.missing(books.counted(), books.actual());
        for (Map.Entry<Account, Long> each : missing.entrySet()) {
            Account account = each.getKey();
            switch (account.scope()) {
                case POOL_CLAIMS -> {} // the number of claimed units says the same
                case COUNT -> count(account, each.getValue());
                case POOL_RESOURCE,
                        KEY_CLAIMS,
                        DOMAIN_CLAIMS,
                        DOMAIN_RESOURCE,
                        QUARANTINED_CLAIMS,
                        QUARANTINED_RESOURCE,
                        WORKER_CLAIMS,
                        WORKER_RESOURCE,
                        RUN_OWED,
                        RUN_COUNT,
                        RUN_TIME -> add(AccountText.write(account), each.getValue());
            }
            done.add("pool " + pool + ": " + account + " set from "
                    + books.counted().getOrDefault(account, 0L) + " to "
                    + books.actual().getOrDefault(account, 0L));
        }
    }

    private void count(Account account, long amount) throws SQLException {
        if (!Telling.isColumn(account)) {
            add(AccountText.write(account), amount);
            return;
        }
        session.sql
                .of("UPDATE $.pool_log SET counts[?] = counts[?] + ? WHERE pool = ?")
                .integer(Telling.stateOf(account) + 1)
                .integer(Telling.stateOf(account) + 1)
                .number(amount)
                .integer(number)
                .update();
    }

    private void add(String account, long amount) throws SQLException {
        int known = session.sql
                .of("UPDATE $.account_log SET used = used + ? WHERE pool = ? AND account = ?")
                .number(amount)
                .integer(number)
                .text(account)
                .update();
        if (known == 0) {
            session.sql.of("""
                INSERT INTO $.account_log (pool, account, n, used)
                SELECT l.pool, ?, l.n, ? FROM $.pool_log l WHERE l.pool = ?\
                """).text(account).number(amount).integer(number).update();
        }
        session.sql
                .of("DELETE FROM $.account_log WHERE pool = ? AND account = ? AND used = 0")
                .integer(number)
                .text(account)
                .update();
    }
}
