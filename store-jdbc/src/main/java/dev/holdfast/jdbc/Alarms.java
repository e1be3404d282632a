// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.work.PoolSnapshot;
import java.util.ArrayList;
import java.util.List;

/** What is not wrong with a ledger, but needs somebody to look. */
public final class Alarms {
    private Alarms() {}

    /** The alarms of a pool: uncertain units that are escalated, and what lies beyond the quarantine of its domains. */
    public static List<Finding> of(PoolSnapshot snapshot) {
        List<Finding> findings = new ArrayList<>();
        snapshot.escalation()
                .ifPresent(escalation -> findings.add(new Finding(
                        "escalated",
                        "pool " + snapshot.pool().id() + " has " + escalation.units()
                                + " units that have been uncertain for too long, the oldest since "
                                + escalation.since(),
                        "find out what happened, then 'holdfast work resolve'")));
        snapshot.domainLimits()
                .forEach((domain, limit) -> limit.accounts(domain).stream()
                        .filter(account -> snapshot.limits().freed(account, snapshot::amount) > 0)
                        .forEach(account -> findings.add(new Finding(
                                "quarantine",
                                "uncertain work may still use "
                                        + snapshot.limits().freed(account, snapshot::amount) + " of the " + account
                                        + " that others can have",
                                "resolve it; or raise the quarantineShare of its pool or domain"))));
        return findings;
    }
}
