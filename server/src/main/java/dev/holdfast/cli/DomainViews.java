// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Domain;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.DomainSnapshot;
import dev.holdfast.core.work.Limits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Domains as members for {@link Output}. */
final class DomainViews {
    private DomainViews() {}

    static Map<String, Object> line(Domain domain) {
        DomainLimit limit = domain.terms().limit();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("domain", domain.name());
        members.put("pool", domain.owner().map(PoolId::value).orElse(""));
        members.put("revision", domain.revision());
        members.put("claims", limit.claims().isPresent() ? limit.claims().getAsLong() : "any");
        members.put("resources", new TreeMap<>(limit.resources()));
        members.put("quarantineShare", domain.terms().quarantineShare());
        return members;
    }

    /** How much of each limit is used, and by which pools. */
    static Map<String, Object> used(DomainSnapshot snapshot) {
        Domain domain = snapshot.domain();
        Map<String, Object> members = new LinkedHashMap<>();
        for (Account account : domain.terms().limit().accounts(domain.name())) {
            members.put("used " + account.what(), total(snapshot, account));
        }
        snapshot.used().forEach((pool, amounts) -> members.put("pool " + pool, by(amounts)));
        return members;
    }

    /** The same, for programs. */
    static Map<String, Object> state(DomainSnapshot snapshot) {
        Map<String, Object> pools = new TreeMap<>();
        snapshot.used().forEach((pool, amounts) -> pools.put(pool.value(), amounts(amounts)));
        Map<Account, Long> all = new TreeMap<>();
        snapshot.used()
                .values()
                .forEach(each -> each.forEach((account, amount) -> all.merge(account, amount, Long::sum)));
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("used", amounts(all));
        members.put("pools", pools);
        return members;
    }

    private static Map<String, Object> amounts(Map<Account, Long> amounts) {
        Map<String, Object> members = new TreeMap<>();
        amounts.forEach((account, amount) -> members.put(name(account), amount));
        return members;
    }

    private static String total(DomainSnapshot snapshot, Account account) {
        Limits limits = snapshot.limits();
        long limit = limits.of(account);
        long quarantined = limits.quarantined(account, snapshot::amount);
        long freed = limits.freed(account, snapshot::amount);
        return limits.used(account, snapshot::amount)
                + (limit == Long.MAX_VALUE ? " of any number" : " of " + limit)
                + (quarantined == 0 ? "" : ", of it " + quarantined + " quarantined")
                + (freed == 0 ? "" : ", and " + freed + " more that were freed");
    }

    /** {@code claims 2, memory 8}, or {@code nothing}. */
    private static String by(Map<Account, Long> amounts) {
        List<String> parts = new ArrayList<>();
        new TreeMap<>(amounts).forEach((account, amount) -> parts.add(name(account) + " " + amount));
        return parts.isEmpty() ? "nothing" : String.join(", ", parts);
    }

    private static String name(Account account) {
        boolean isQuarantined = account.scope() == Account.Scope.QUARANTINED_CLAIMS
                || account.scope() == Account.Scope.QUARANTINED_RESOURCE;
        return (isQuarantined ? "quarantined " : "") + account.what();
    }

    /** Which pools hold what is used of an account of a domain: {@code held by pool a (2), pool b (1)}. */
    static String holders(DomainSnapshot snapshot, Account account) {
        List<String> holders = new ArrayList<>();
        snapshot.used().forEach((pool, amounts) -> {
            long held = amounts.getOrDefault(account, 0L)
                    + account.quarantined()
                            .map(kept -> amounts.getOrDefault(kept, 0L))
                            .orElse(0L);
            if (held > 0) {
                holders.add("pool " + pool + " (" + held + ")");
            }
        });
        return holders.isEmpty() ? "" : "held by " + String.join(", ", holders);
    }
}
