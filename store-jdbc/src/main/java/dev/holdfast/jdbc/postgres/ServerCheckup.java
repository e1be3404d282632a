// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.jdbc.Finding;
import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Looks at settings of the server, as they are for this user and database, that take away what a ledger promises. */
final class ServerCheckup {
    private record Rule(String setting, String problem, String advice) {}

    private static final List<Rule> RULES = List.of(
            new Rule("fsync", "a crash of the server's machine may destroy the database", "turn it on at the server"),
            new Rule(
                    "full_page_writes",
                    "a crash of the server's machine may destroy pages of the database",
                    "turn it on at the server"),
            new Rule(
                    "synchronous_commit",
                    "a crash of the server may forget commits that were answered",
                    "turn it on for this role and database"),
            new Rule(
                    "autovacuum",
                    "tables that are rewritten all the time grow without bound",
                    "turn it on at the server"));

    private ServerCheckup() {}

    static List<Finding> run(Statements sql) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        for (Rule rule : RULES) {
            boolean off = sql.of("SELECT current_setting(?) = 'off'")
                    .text(rule.setting())
                    .first(row -> row.flag())
                    .orElse(false);
            if (off) {
                findings.add(new Finding("server", rule.setting() + " is off: " + rule.problem(), rule.advice()));
            }
        }
        boolean standby =
                sql.of("SELECT pg_is_in_recovery()").first(row -> row.flag()).orElse(false);
        if (standby) {
            findings.add(new Finding(
                    "server", "this is a standby: nobody can work with the ledger here", "connect to the primary"));
        }
        return List.copyOf(findings);
    }
}
