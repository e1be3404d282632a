// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.work.Account;
import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The accounts of an authority. With one writer for everything, what is added is added at once. */
final class Accounts {
    private static final String CHANGES = "CHANGES";
    private static final String USED =
            "SELECT used FROM account WHERE authority = ? AND scope = ? AND owner = ? AND what = ?";
    private static final String OWNED =
            "SELECT what, used FROM account WHERE authority = ? AND scope = ? AND owner = ? AND used <> 0";
    private static final String ADD = """
        INSERT INTO account (authority, scope, owner, what, used) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET used = used + excluded.used\
        """;

    private final Statements sql;
    private final long authority;

    Accounts(Statements sql, long authority) {
        this.sql = sql;
        this.authority = authority;
    }

    long used(Account account) throws SQLException {
        return used(account.scope().name(), account.owner(), account.what());
    }

    private long used(String scope, String owner, String what) throws SQLException {
        return sql.of(USED)
                .number(authority)
                .text(scope)
                .text(owner)
                .text(what)
                .first(row -> row.number())
                .orElse(0L);
    }

    /** Those that are not zero. */
    Map<Account, Long> used(Collection<Account> accounts) throws SQLException {
        Map<Account, Long> used = new HashMap<>();
        for (Account account : accounts) {
            long amount = used(account);
            if (amount != 0) {
                used.put(account, amount);
            }
        }
        return used;
    }

    /** All that are not zero. */
    Map<Account, Long> all() throws SQLException {
        Map<Account, Long> all = new HashMap<>();
        sql.of("SELECT scope, owner, what, used FROM account WHERE authority = ? AND scope <> ? AND used <> 0")
                .number(authority)
                .text(CHANGES)
                .each(row ->
                        all.put(new Account(Account.Scope.valueOf(row.text()), row.text(), row.text()), row.number()));
        return all;
    }

    /** Adds all of a scope that belong to {@code owner} and are not zero to {@code used}. */
    void collect(Account.Scope scope, String owner, Map<Account, Long> used) throws SQLException {
        sql.of(OWNED)
                .number(authority)
                .text(scope.name())
                .text(owner)
                .each(row -> used.put(new Account(scope, owner, row.text()), row.number()));
    }

    /** Raises what {@link #changes} reads. */
    void noteChange() throws SQLException {
        add(CHANGES, "", "", 1);
    }

    /** How many commits may have made work claimable. */
    long changes() throws SQLException {
        return used(CHANGES, "", "");
    }

    void add(Map<Account, Long> additions) throws SQLException {
        for (Map.Entry<Account, Long> each : additions.entrySet()) {
            Account account = each.getKey();
            add(account.scope().name(), account.owner(), account.what(), each.getValue());
        }
    }

    private void add(String scope, String owner, String what, long amount) throws SQLException {
        sql.of(ADD)
                .number(authority)
                .text(scope)
                .text(owner)
                .text(what)
                .number(amount)
                .update();
    }
}
