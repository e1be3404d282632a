// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Domain;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Limits;
import dev.holdfast.jdbc.AccountText;
import dev.holdfast.jdbc.Prepared;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What domains allow, an account a row, so that a claim's load can tell which parked lanes may have room. A hint: the rules
 * look at the definition.
 */
final class DomainLimits {
    private final Session session;
    private final Limits limits;

    DomainLimits(Session session, Limits limits) {
        this.session = session;
        this.limits = limits;
    }

    /** In place of what the domains of this pool allowed before. */
    void write(int pool, Map<String, DomainLimit> domains) throws SQLException {
        session.sql
                .of("DELETE FROM $.domain_limit WHERE pool = ?")
                .integer(pool)
                .update();
        List<Account> accounts = new ArrayList<>();
        domains.forEach((domain, limit) -> accounts.addAll(limit.accounts(domain)));
        bind("INSERT INTO $.domain_limit (account, most, quarantine, pool)", accounts)
                .integer(pool)
                .update();
    }

    /** In place of what this shared domain allowed before. */
    void write(Domain domain) throws SQLException {
        session.sql
                .of("DELETE FROM $.domain_limit WHERE domain = ?")
                .text(domain.name())
                .update();
        bind(
                        "INSERT INTO $.domain_limit (account, most, quarantine, domain)",
                        domain.terms().limit().accounts(domain.name()))
                .text(domain.name())
                .update();
    }

    private Prepared bind(String insert, List<Account> accounts) throws SQLException {
        return session.sql
                .of(insert + " SELECT a, m, q, z.of FROM unnest(?, ?, ?) x (a, m, q) CROSS JOIN (SELECT ? of) z")
                .array(accounts.stream().map(AccountText::write).toArray(String[]::new))
                .array(accounts.stream().map(limits::of).toArray(Long[]::new))
                .array(accounts.stream().map(limits::mostQuarantined).toArray(Long[]::new));
    }
}
