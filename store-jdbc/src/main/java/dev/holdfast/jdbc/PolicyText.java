// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.work.BandOrder;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.Oversized;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Retry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A pool's policy as text: every value on a line of its own. */
public final class PolicyText {
    private PolicyText() {}

    public static String write(PoolPolicy policy) {
        Fields fields = new Fields()
                .line("maxLiveClaims", Integer.toString(policy.maxLiveClaims()))
                .line("maxAttempts", Integer.toString(policy.maxAttempts()))
                .line("maxLosses", Integer.toString(policy.maxLosses()))
                .line(retry(policy.retry()))
                .line("workerLease", policy.workerLease().toString())
                .line("claimLease", policy.claimLease().toString())
                .line("sweepEvery", policy.sweepEvery().toString())
                .line("oversized", policy.oversized().name())
                .line("keysFor", policy.keysFor().toString());
        policy.maxQueued().ifPresent(most -> fields.line("maxQueued", Long.toString(most)));
        if (!policy.order().equals(BandOrder.DEFAULT)) {
            fields.line("share", Integer.toString(policy.order().share()));
        }
        if (policy.fairness().defaultWeight() != Fairness.EQUAL.defaultWeight()) {
            fields.line("defaultWeight", Integer.toString(policy.fairness().defaultWeight()));
        }
        if (policy.bypassLimit() != PoolPolicy.DEFAULT.bypassLimit()) {
            fields.line("bypassLimit", Integer.toString(policy.bypassLimit()));
        }
        if (!policy.agingAfter().equals(PoolPolicy.DEFAULT.agingAfter())) {
            fields.line("agingAfter", policy.agingAfter().toString());
        }
        if (policy.quarantineShare() != PoolPolicy.DEFAULT.quarantineShare()) {
            fields.line("quarantineShare", Integer.toString(policy.quarantineShare()));
        }
        if (!policy.escalateAfter().equals(PoolPolicy.DEFAULT.escalateAfter())) {
            fields.line("escalateAfter", policy.escalateAfter().toString());
        }
        if (policy.fairness().keys() != Fairness.EQUAL.keys()) {
            fields.line("keys", policy.fairness().keys().name());
        }
        if (policy.fairness().cost() != Fairness.EQUAL.cost()) {
            fields.line("cost", policy.fairness().cost().name());
        }
        policy.fairness().weights().forEach((key, weight) -> fields.line("weight", key, weight.toString()));
        policy.fairness().limits().forEach((key, limit) -> fields.line("keyLimit", key, limit.toString()));
        policy.capacity().forEach((resource, units) -> fields.line("capacity", resource, units.toString()));
        policy.domains().forEach((domain, limit) -> {
            fields.line(
                    "domain",
                    domain,
                    limit.claims().isPresent() ? "" + limit.claims().getAsLong() : "");
            limit.resources()
                    .forEach((resource, units) -> fields.line("domainResource", domain, resource, units.toString()));
        });
        policy.sharedDomains().forEach(domain -> fields.line("sharedDomain", domain));
        policy.labels().forEach((name, value) -> fields.line("label", name, value));
        return fields.text();
    }

    private static List<String> retry(Retry retry) {
        return List.of(
                "retry",
                retry.initial().toString(),
                Integer.toString(retry.factor()),
                retry.cap().toString(),
                Integer.toString(retry.jitterPercent()));
    }

    /** @throws IllegalArgumentException when a value is missing, unknown or out of its bounds */
    public static PoolPolicy read(String text) {
        TreeMap<String, List<String>> single = new TreeMap<>();
        SortedMap<String, Long> capacity = new TreeMap<>();
        SortedMap<String, OptionalLong> domainClaims = new TreeMap<>();
        SortedMap<String, SortedMap<String, Long>> domainResources = new TreeMap<>();
        SortedSet<String> sharedDomains = new TreeSet<>();
        SortedMap<String, String> labels = new TreeMap<>();
        SortedMap<String, Integer> weights = new TreeMap<>();
        SortedMap<String, Integer> limits = new TreeMap<>();
        for (List<String> line : Fields.parse(text)) {
            switch (line.getFirst()) {
                case "capacity" -> capacity.put(line.get(1), Long.valueOf(line.get(2)));
                case "domain" -> {
                    String claims = line.get(2);
                    domainClaims.put(
                            line.get(1),
                            claims.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(claims)));
                    domainResources.put(line.get(1), new TreeMap<>());
                }
                case "domainResource" ->
                    ofDomain(domainResources, line.get(1)).put(line.get(2), Long.valueOf(line.get(3)));
                case "sharedDomain" -> sharedDomains.add(line.get(1));
                case "keyLimit" -> limits.put(line.get(1), Integer.valueOf(line.get(2)));
                case "weight" -> weights.put(line.get(1), Integer.valueOf(line.get(2)));
                case "label" -> labels.put(line.get(1), line.get(2));
                default -> single.put(line.getFirst(), line);
            }
        }
        SortedMap<String, DomainLimit> domains = new TreeMap<>();
        domainClaims.forEach(
                (name, claims) -> domains.put(name, new DomainLimit(claims, ofDomain(domainResources, name))));
        List<String> retry = take(single, "retry");
        PoolPolicy policy = PoolPolicy.DEFAULT
                .change()
                .maxLiveClaims(Integer.parseInt(value(single, "maxLiveClaims")))
                .maxQueued(ifAny(single, "maxQueued").map(OptionalLong::of).orElse(OptionalLong.empty()))
                .order(ifAny(single, "share")
                        .map(share -> BandOrder.of(Math.toIntExact(share)))
                        .orElse(BandOrder.DEFAULT))
                .fairness(new Fairness(
                        ifAny(single, "defaultWeight").map(Math::toIntExact).orElse(Fairness.EQUAL.defaultWeight()),
                        weights,
                        limits,
                        textIfAny(single, "keys").map(Fairness.Keys::valueOf).orElse(Fairness.EQUAL.keys()),
                        textIfAny(single, "cost").map(Fairness.Cost::valueOf).orElse(Fairness.EQUAL.cost())))
                .capacity(capacity)
                .domains(domains)
                .sharedDomains(sharedDomains)
                .maxAttempts(Integer.parseInt(value(single, "maxAttempts")))
                .maxLosses(Integer.parseInt(value(single, "maxLosses")))
                .retry(new Retry(
                        Duration.parse(retry.get(1)),
                        Integer.parseInt(retry.get(2)),
                        Duration.parse(retry.get(3)),
                        Integer.parseInt(retry.get(4))))
                .workerLease(Duration.parse(value(single, "workerLease")))
                .claimLease(Duration.parse(value(single, "claimLease")))
                .sweepEvery(Duration.parse(value(single, "sweepEvery")))
                .oversized(Oversized.valueOf(value(single, "oversized")))
                .bypassLimit(
                        ifAny(single, "bypassLimit").map(Math::toIntExact).orElse(PoolPolicy.DEFAULT.bypassLimit()))
                .agingAfter(
                        textIfAny(single, "agingAfter").map(Duration::parse).orElse(PoolPolicy.DEFAULT.agingAfter()))
                .quarantineShare(ifAny(single, "quarantineShare")
                        .map(Math::toIntExact)
                        .orElse(PoolPolicy.DEFAULT.quarantineShare()))
                .escalateAfter(textIfAny(single, "escalateAfter")
                        .map(Duration::parse)
                        .orElse(PoolPolicy.DEFAULT.escalateAfter()))
                .keysFor(Duration.parse(value(single, "keysFor")))
                .labels(labels)
                .build();
        if (!single.isEmpty()) {
            throw Fields.unknown("policy", single.firstEntry().getValue());
        }
        return policy;
    }

    private static SortedMap<String, Long> ofDomain(Map<String, SortedMap<String, Long>> resources, String domain) {
        SortedMap<String, Long> known = resources.get(domain);
        if (known == null) {
            throw new IllegalArgumentException("a policy with resources of a domain that it does not name: " + domain);
        }
        return known;
    }

    private static String value(Map<String, List<String>> lines, String name) {
        return take(lines, name).get(1);
    }

    /** A value that is written only where it is not the default, as programs of before know no such line. */
    private static Optional<Long> ifAny(Map<String, List<String>> lines, String name) {
        return textIfAny(lines, name).map(Long::valueOf);
    }

    private static Optional<String> textIfAny(Map<String, List<String>> lines, String name) {
        return Optional.ofNullable(lines.remove(name)).map(line -> line.get(1));
    }

    private static List<String> take(Map<String, List<String>> lines, String name) {
        List<String> line = lines.remove(name);
        if (line == null) {
            throw new IllegalArgumentException("a policy without " + name);
        }
        return line;
    }
}
