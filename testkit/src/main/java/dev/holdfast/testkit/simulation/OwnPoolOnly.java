// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.ClaimAsk;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.DomainSnapshot;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** A claim sees what its own pool uses of a shared domain, and forgets the others. */
final class OwnPoolOnly extends WrongShelf {
    OwnPoolOnly(LedgerClock clock) {
        super(clock);
    }

    @Override
    public Claimed claim(ClaimAsk first, Function<ClaimAsk, Function<ClaimPage, ClaimStep>> rule) {
        return super.claim(
                first,
                ask -> page -> rule.apply(ask).apply(own(page, ask.command().pool())));
    }

    private ClaimPage own(ClaimPage page, PoolId pool) {
        Map<Account, Long> used = new HashMap<>(page.used());
        for (String domain : page.sharedDomains().keySet()) {
            used.keySet().removeIf(account -> DomainSnapshot.isOf(domain, account));
            used.putAll(domain(domain).orElseThrow().used().getOrDefault(pool, Map.of()));
        }
        return new ClaimPage(
                page.now(),
                page.epoch(),
                page.pool(),
                page.worker(),
                page.remembered(),
                page.newClasses(),
                page.lanes(),
                page.horizon(),
                page.reserved(),
                page.overdue(),
                used,
                page.sharedDomains(),
                page.owed(),
                page.nextDue());
    }
}
