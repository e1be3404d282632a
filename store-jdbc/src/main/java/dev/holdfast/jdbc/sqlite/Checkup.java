// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.RowUnreadable;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Quarantine;
import dev.holdfast.jdbc.AccountFindings;
import dev.holdfast.jdbc.AttemptFindings;
import dev.holdfast.jdbc.AttemptRows;
import dev.holdfast.jdbc.AttemptSql;
import dev.holdfast.jdbc.Finding;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.Migrations;
import dev.holdfast.jdbc.Statements;
import dev.holdfast.jdbc.States;
import dev.holdfast.jdbc.UnreadableRows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Proves what must hold in a ledger file, from its rows alone. */
final class Checkup {
    /** Findings of one sort that are told apart; more of them say nothing new. */
    private static final int MOST_OF_A_SORT = 10;

    private static final String RULES = Migrations.read(Checkup.class, "checks.sql");
    private static final String REPORT =
            "keep a copy of the file, then report this: no sequence of commands should lead here";

    private static final String LIVE_OPTIONS = """
        SELECT s.id, s.options FROM work w CROSS JOIN submission s ON s.seq = w.seq
        WHERE w.state NOT BETWEEN 3 AND 6 AND s.options IS NOT NULL\
        """;

    private final Statements sql;
    private final List<Finding> findings = new ArrayList<>();

    Checkup(Statements sql) {
        this.sql = sql;
    }

    List<Finding> run() throws SQLException {
        sql.of("BEGIN").update();
        file();
        if (findings.isEmpty()) {
            rows();
            List<Finding> unreadable = UnreadableRows.find(sql, "", LIVE_OPTIONS, MOST_OF_A_SORT);
            findings.addAll(unreadable);
            for (long authority : sql.of("SELECT id FROM authority").list(row -> row.number())) {
                accounts(authority);
                findings.addAll(AttemptFindings.of(
                        new AttemptRows(sql, AttemptSql.ofAuthority(authority)), MOST_OF_A_SORT, REPORT));
            }
        }
        return List.copyOf(findings);
    }

    /** Damage may be so bad that even the search for it fails. */
    private void file() throws SQLException {
        try {
            sql.of("PRAGMA integrity_check(" + MOST_OF_A_SORT + ")").each(row -> {
                String problem = row.text();
                if (!problem.equals("ok")) {
                    damaged(problem);
                }
            });
        } catch (SQLiteException e) {
            if (e.getResultCode() != SQLiteErrorCode.SQLITE_CORRUPT) {
                throw e;
            }
            damaged(String.valueOf(e.getMessage()));
        }
    }

    private void damaged(String problem) {
        findings.add(new Finding("damaged", "SQLite: " + problem, "stop using the file; restore the newest backup"));
    }

    /** Each query finds rows that must not be: a code, and what is wrong with the row. */
    private void rows() throws SQLException {
        for (String rule : Migrations.statements(RULES)) {
            sql.of(rule.substring(0, rule.length() - 1) + " LIMIT " + MOST_OF_A_SORT)
                    .each(row -> findings.add(new Finding(row.text(), row.text(), REPORT)));
        }
    }

    private void accounts(long authority) throws SQLException {
        Session session = new Session(sql, authority);
        try {
            sharedDomains(session);
            findings.addAll(accounts(session));
        } catch (IllegalArgumentException | RowUnreadable e) {
            findings.add(new Finding("counter", "the accounts cannot be recounted: a row cannot be read", REPORT));
        }
    }

    private List<Finding> accounts(Session session) throws SQLException {
        Map<Account, Long> expected = new TreeMap<>(liveClaims(session));
        quarantined(session, expected);
        counts(session, expected);
        return AccountFindings.of(session.accounts.all(), expected, MOST_OF_A_SORT, REPORT);
    }

    private void sharedDomains(Session session) throws SQLException {
        Set<String> known = new HashSet<>();
        session.domains.shared().forEach(domain -> known.add(domain.name()));
        for (Pools.Stored pool : session.pools.readable()) {
            for (String domain : pool.pool().policy().sharedDomains()) {
                if (!known.contains(domain)) {
                    findings.add(new Finding(
                            "domain",
                            "pool " + pool.pool().id() + " uses the shared domain \"" + domain
                                    + "\", which is not there",
                            REPORT));
                }
            }
        }
    }

    /** What all live claims use, by the rule that says what one uses. */
    private Map<Account, Long> liveClaims(Session session) throws SQLException {
        SettledSums released = new SettledSums(session);
        sql.of("""
            SELECT w.seq, w.pool, w.lane, w.held_by, w.fence, w.request, w.counted, w.fare_for, w.fare
            FROM work w CROSS JOIN pool p ON p.id = w.pool
            WHERE p.authority = ? AND w.held_by IS NOT NULL\
            """).number(session.authority).each(row -> released.add(LiveClaims.LiveClaim.read(row)));
        Map<Account, Long> used = new HashMap<>();
        released.sums().forEach((account, amount) -> {
            if (account.scope() != Account.Scope.COUNT) {
                used.put(account, -amount);
            }
        });
        return used;
    }

    private void quarantined(Session session, Map<Account, Long> expected) throws SQLException {
        sql.of("""
            SELECT w.lane, count(*) FROM work w CROSS JOIN pool p ON p.id = w.pool
            WHERE p.authority = ? AND w.unusual = 2 GROUP BY w.lane\
            """).number(session.authority).each(row -> {
            Lane lane = session.lanes.get(row.number());
            if (Quarantine.isKept(lane.eligibility)) {
                Quarantine.add(expected, lane.needs, row.number());
            }
        });
    }

    private void counts(Session session, Map<Account, Long> expected) throws SQLException {
        sql.of("""
            SELECT p.name, w.state, count(*) FROM work w CROSS JOIN pool p ON p.id = w.pool
            WHERE p.authority = ? GROUP BY p.name, w.state\
            """)
                .number(session.authority)
                .each(row -> expected.put(
                        Account.count(new PoolId(row.text()), States.status(row.integer())), row.number()));
    }
}
