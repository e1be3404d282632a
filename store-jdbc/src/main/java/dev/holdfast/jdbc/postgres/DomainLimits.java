// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Limits;
import dev.holdfast.jdbc.AccountText;
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
        List<String> accounts = new ArrayList<>();
        List<Long> most = new ArrayList<>();
        List<Long> quarantine = new ArrayList<>();
        domains.forEach((domain, limit) -> {
            for (Account account : accounts(domain, limit)) {
                accounts.add(AccountText.write(account));
                most.add(limits.of(account));
                quarantine.add(limits.mostQuarantined(account));
            }
        });
        session.sql
                .of("INSERT INTO $.domain_limit (account, pool, most, quarantine) SELECT z.*"
                        + " FROM (SELECT a, ?, m, q FROM unnest(?, ?, ?) x (a, m, q)) z")
                .integer(pool)
                .array(accounts.toArray(String[]::new))
                .array(most.toArray(Long[]::new))
                .array(quarantine.toArray(Long[]::new))
                .update();
    }

    private static List<Account> accounts(String domain, DomainLimit limit) {
        List<Account> accounts = new ArrayList<>();
        accounts.add(Account.domainClaims(domain));
        limit.resources().keySet().forEach(resource -> accounts.add(Account.domainResource(domain, resource)));
        return accounts;
    }
}
