// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Escalation;
import dev.holdfast.core.work.Limits;
import dev.holdfast.core.work.PolicySources;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.Source;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.WorkerRecord;
import dev.holdfast.document.PolicyDocument;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Pools and workers as members for {@link Output}. */
final class PoolViews {
    /** What the lines show together with how much of it is used. */
    private static final Set<String> LIMITS = Set.of("maxLiveClaims", "capacity", "domains");

    private PoolViews() {}

    /**
     * Everything about a pool, for people.
     *
     * @param allSources also where values came from of which nobody said anything
     */
    static Map<String, Object> lines(PoolSnapshot snapshot, boolean allSources) {
        PoolId pool = snapshot.pool().id();
        PoolPolicy policy = snapshot.pool().policy();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("pool", pool.value());
        members.put("revision", snapshot.pool().revision());
        members.put("paused", snapshot.pool().paused());
        members.putAll(counts(snapshot));
        snapshot.escalation()
                .ifPresent(escalation -> members.put(
                        "escalated",
                        escalation.units() + " uncertain, the oldest for "
                                + Text.duration(snapshot.now().since(escalation.since()))));
        reservation(snapshot).ifPresent(open -> members.put("reservation", open.sentence()));
        members.put("liveClaims", share(snapshot, Account.poolClaims(pool), policy.maxLiveClaims()));
        policy.capacity()
                .forEach((resource, limit) -> members.put(
                        "capacity " + resource, share(snapshot, Account.poolResource(pool, resource), limit)));
        snapshot.domainLimits().forEach((domain, limit) -> {
            members.put("domain " + domain, domainShare(snapshot, Account.domainClaims(domain)));
            limit.resources()
                    .keySet()
                    .forEach(resource -> members.put(
                            "domain " + domain + " " + resource,
                            domainShare(snapshot, Account.domainResource(domain, resource))));
        });
        PolicyDocument.write(policy).forEach((name, value) -> {
            if (!LIMITS.contains(name)) {
                members.put(name, value);
            }
        });
        PolicySources sources = snapshot.pool().sources();
        if (allSources || isSaid(sources.common())) {
            members.put("source", source(sources.common()));
        }
        sources.exceptions().forEach((value, source) -> {
            if (allSources || isSaid(source)) {
                members.put("source of " + value, source(source));
            }
        });
        members.put("workers", workers(snapshot));
        return members;
    }

    private static Optional<ReservationView> reservation(PoolSnapshot snapshot) {
        return snapshot.pool().reservation().map(open -> new ReservationView(open, snapshot));
    }

    private static boolean isSaid(Source source) {
        return !source.equals(Source.DEFAULTS) && !source.equals(Source.UNNAMED);
    }

    private static String source(Source source) {
        return source.kind()
                + (source.authority().isEmpty() ? "" : " by " + source.authority())
                + (source.reference().isEmpty() ? "" : " in " + source.reference());
    }

    /** What a pool is doing, for a document that has its policy too. */
    static Map<String, Object> state(PoolSnapshot snapshot) {
        PoolId pool = snapshot.pool().id();
        PoolPolicy policy = snapshot.pool().policy();
        Map<String, Object> capacity = new TreeMap<>();
        policy.capacity()
                .keySet()
                .forEach(resource -> capacity.put(resource, used(snapshot, Account.poolResource(pool, resource))));
        Map<String, Object> domains = new TreeMap<>();
        snapshot.domainLimits().forEach((domain, limit) -> {
            Map<String, Object> resources = new TreeMap<>();
            Map<String, Object> quarantined = new TreeMap<>();
            limit.resources().keySet().forEach(resource -> {
                resources.put(resource, used(snapshot, Account.domainResource(domain, resource)));
                quarantined.put(resource, used(snapshot, Account.quarantinedResource(domain, resource)));
            });
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("claims", used(snapshot, Account.domainClaims(domain)));
            members.put("quarantinedClaims", used(snapshot, Account.quarantinedClaims(domain)));
            members.put("resources", resources);
            members.put("quarantinedResources", quarantined);
            domains.put(domain, members);
        });
        Map<String, Object> used = new LinkedHashMap<>();
        used.put("liveClaims", used(snapshot, Account.poolClaims(pool)));
        used.put("capacity", capacity);
        used.put("domains", domains);
        if (snapshot.pool().chargesRunTime()) {
            used.put("meanRunTimes", meanRunTimes(snapshot));
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("paused", snapshot.pool().paused());
        members.put("work", counts(snapshot));
        members.put("escalated", snapshot.escalation().map(Escalation::units).orElse(0L));
        reservation(snapshot).ifPresent(open -> members.put("reservation", open.members()));
        members.put("used", used);
        members.put("workers", workers(snapshot));
        return members;
    }

    static Map<String, Object> worker(WorkerRecord worker, Moment now) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("worker", worker.id().value());
        members.put("state", state(worker, now));
        members.put("pools", worker.offer().pools().stream().map(PoolId::value).toList());
        members.put("kinds", List.copyOf(worker.offer().kinds()));
        members.put("maxClaims", worker.offer().maxClaims());
        members.put(
                "leaseLeft",
                worker.isLive(now) ? Text.duration(worker.leaseUntil().since(now)) : "");
        return members;
    }

    private static String state(WorkerRecord worker, Moment now) {
        if (!worker.isLive(now)) {
            return worker.dead() ? "dead" : "expired";
        }
        if (worker.draining()) {
            return "draining";
        }
        return worker.healthy() ? "healthy" : "unhealthy";
    }

    private static List<Map<String, Object>> workers(PoolSnapshot snapshot) {
        return snapshot.workers().stream()
                .filter(worker -> worker.isLive(snapshot.now()))
                .map(worker -> worker(worker, snapshot.now()))
                .toList();
    }

    /** By kind, of the runs that the pool remembers, in milliseconds. */
    private static Map<String, Object> meanRunTimes(PoolSnapshot snapshot) {
        PoolId pool = snapshot.pool().id();
        Map<String, Object> means = new TreeMap<>();
        snapshot.used().forEach((account, runs) -> {
            if (account.scope() == Account.Scope.RUN_COUNT && runs > 0) {
                long micros = used(snapshot, Account.runTime(pool, account.what()));
                means.put(account.what(), micros / runs / 1_000);
            }
        });
        return means;
    }

    private static Map<String, Object> counts(PoolSnapshot snapshot) {
        Map<String, Object> counts = new LinkedHashMap<>();
        for (Status status : Status.values()) {
            counts.put(Views.word(status), snapshot.count(status));
        }
        return counts;
    }

    private static long used(PoolSnapshot snapshot, Account account) {
        return snapshot.amount(account);
    }

    private static String share(PoolSnapshot snapshot, Account account, long limit) {
        return used(snapshot, account) + " of " + limit;
    }

    /** What is used of an account of a domain and, where uncertain work keeps something of it, how much of that counts. */
    private static String domainShare(PoolSnapshot snapshot, Account account) {
        Limits limits = snapshot.limits();
        long limit = limits.of(account);
        long quarantined = limits.quarantined(account, snapshot::amount);
        long freed = limits.freed(account, snapshot::amount);
        return limits.used(account, snapshot::amount)
                + (limit == Long.MAX_VALUE ? " of any number" : " of " + limit)
                + (quarantined == 0 ? "" : ", of it " + quarantined + " quarantined")
                + (freed == 0 ? "" : ", and " + freed + " more that were freed");
    }
}
