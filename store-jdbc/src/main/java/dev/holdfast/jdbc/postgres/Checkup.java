// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.RowUnreadable;
import dev.holdfast.jdbc.AccountFindings;
import dev.holdfast.jdbc.AttemptFindings;
import dev.holdfast.jdbc.Finding;
import dev.holdfast.jdbc.Migrations;
import dev.holdfast.jdbc.UnreadableRows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;

/** Proves what must hold in a ledger's schema, from its rows alone, at the moment of the transaction's snapshot. */
final class Checkup {
    /** Findings of one sort that are told apart; more of them say nothing new. */
    private static final int MOST_OF_A_SORT = 10;

    private static final String RULES = Migrations.read(Checkup.class, "checks.sql");
    private static final String REPORT =
            "keep a dump of the schema, then report this: no sequence of commands should lead here";
    private static final String DERIVED =
            "run 'holdfast doctor --repair', which counts it again; report it unless the" + " ledger was just restored";
    private static final Set<String> DERIVED_CODES = Set.of("counter", "inbox", "lane", "log");

    private static final String LIVE_OPTIONS = "SELECT id, options FROM $.unit WHERE options IS NOT NULL";

    private record Named(int number, PoolId pool) {}

    private final Session session;

    Checkup(Session session) {
        this.session = session;
    }

    List<Finding> run() throws SQLException {
        List<Finding> findings = new ArrayList<>();
        for (String rule : Migrations.statements(RULES)) {
            session.sql
                    .of(rule.substring(0, rule.length() - 1) + " LIMIT " + MOST_OF_A_SORT)
                    .each(row -> findings.add(finding(row.text(), row.text())));
        }
        findings.addAll(UnreadableRows.find(session.sql, "$.", LIVE_OPTIONS, MOST_OF_A_SORT));
        List<Named> pools = session.sql
                .of("SELECT id, name FROM $.pool ORDER BY name")
                .list(row -> new Named(row.integer(), new PoolId(row.text())));
        for (Named each : pools) {
            findings.addAll(accounts(each));
        }
        findings.addAll(AttemptFindings.of(Attempts.rows(session), MOST_OF_A_SORT, REPORT));
        return List.copyOf(findings);
    }

    private static Finding finding(String code, String problem) {
        return new Finding(code, problem, DERIVED_CODES.contains(code) ? DERIVED : REPORT);
    }

    private List<Finding> accounts(Named pool) throws SQLException {
        try {
            PoolBooks books = PoolBooks.of(session, pool.pool(), pool.number());
            return AccountFindings.of(books.counted(), books.actual(), MOST_OF_A_SORT, DERIVED);
        } catch (IllegalStateException | IllegalArgumentException | RowUnreadable | NoSuchElementException e) {
            // A claim names a lane or a worker that is not there, or cannot be read.
            return List.of(
                    new Finding("counter", "the accounts of pool " + pool.pool() + " cannot be recounted", REPORT));
        }
    }
}
