// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.BandOrder;
import dev.holdfast.core.work.DefinitionReference;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.Fingerprint;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.Oversized;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Retry;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The larger values of a scenario command, read from its words; what is not said has its default. */
final class ScenarioParts {
    /** {@code 1s*2<10m~20}: from one second, doubled, at most ten minutes, shortened by up to 20 percent. */
    private static final Pattern RETRY = Pattern.compile("(\\w+)\\*(\\d+)<(\\w+?)(?:~(\\d+))?");

    private ScenarioParts() {}

    static PoolPolicy policy(Words words) {
        PoolPolicy base = PoolPolicy.DEFAULT;
        Map<String, DomainLimit> domains = new TreeMap<>();
        words.takeMap("domains").forEach((name, limit) -> domains.put(name, domain(limit)));
        Duration lease = duration(words, "lease", base.workerLease());
        return base.change()
                .maxLiveClaims(words.takeInt("maxLiveClaims", base.maxLiveClaims()))
                .maxQueued(words.take("maxQueued")
                        .map(text -> OptionalLong.of(Words.number(text)))
                        .orElse(OptionalLong.empty()))
                // share=0 is strict
                .order(BandOrder.of(words.takeInt("share", base.order().share())))
                .fairness(fairness(words))
                .capacity(words.takeAmounts("capacity"))
                .domains(domains)
                .sharedDomains(Set.copyOf(words.takeList("sharedDomains")))
                .maxAttempts(words.takeInt("attempts", base.maxAttempts()))
                .maxLosses(words.takeInt("losses", base.maxLosses()))
                .retry(retry(words.take("retry", "1s*2<10m")))
                .workerLease(lease)
                .claimLease(duration(words, "claimLease", lease))
                .sweepEvery(duration(words, "sweepEvery", base.sweepEvery()))
                .oversized(Words.constant(
                        Oversized.class,
                        words.take("oversized", base.oversized().name())))
                .bypassLimit(words.takeInt("bypassLimit", base.bypassLimit()))
                .agingAfter(duration(words, "agingAfter", base.agingAfter()))
                .quarantineShare(words.takeInt("quarantineShare", base.quarantineShare()))
                .escalateAfter(duration(words, "escalateAfter", base.escalateAfter()))
                .keysFor(duration(words, "keysFor", base.keysFor()))
                .labels(words.takeMap("labels"))
                .build();
    }

    private static Fairness fairness(Words words) {
        SortedMap<String, Integer> weights = new TreeMap<>();
        words.takeMap("weights").forEach((key, weight) -> weights.put(key, Words.number(weight)));
        SortedMap<String, Integer> limits = new TreeMap<>();
        words.takeMap("limits").forEach((key, limit) -> limits.put(key, Words.number(limit)));
        Fairness.Keys keys = Words.constant(
                Fairness.Keys.class, words.take("keys", Fairness.EQUAL.keys().name()));
        Fairness.Cost cost = Words.constant(
                Fairness.Cost.class, words.take("cost", Fairness.EQUAL.cost().name()));
        return new Fairness(words.takeInt("weight", Fairness.EQUAL.defaultWeight()), weights, limits, keys, cost);
    }

    /** {@code 2} claims, {@code /gpu.4} units of a resource, or {@code 2/gpu.4} both. */
    static DomainLimit domain(String text) {
        String[] parts = text.split("/");
        Map<String, Long> resources = new TreeMap<>();
        for (int i = 1; i < parts.length; i++) {
            int dot = parts[i].lastIndexOf('.');
            resources.put(parts[i].substring(0, dot), (long) Words.number(parts[i].substring(dot + 1)));
        }
        OptionalLong claims = parts[0].isEmpty() ? OptionalLong.empty() : OptionalLong.of(Words.number(parts[0]));
        return new DomainLimit(claims, new TreeMap<>(resources));
    }

    private static Retry retry(String text) {
        Matcher parts = RETRY.matcher(text);
        if (!parts.matches()) {
            throw new ScenarioError("a retry is written like 1s*2<10m~20, not '" + text + "'");
        }
        return new Retry(
                Durations.parse(parts.group(1)),
                Words.number(parts.group(2)),
                Durations.parse(parts.group(3)),
                parts.group(4) == null ? 0 : Words.number(parts.group(4)));
    }

    static Submission submission(String key, Words words) {
        Submission.Builder unit = Submission.of(words.take("kind", "mail"), new IdempotencyKey(key));
        String id = words.take("id", key);
        if (!id.equals("derived")) {
            unit.id(new WorkId(id));
        }
        return submission(unit, words);
    }

    /** What a schedule submits. */
    static Submission template(Words words) {
        return submission(ScheduleTerms.template(words.take("kind", "mail")), words);
    }

    private static Submission submission(Submission.Builder unit, Words words) {
        words.take("payload").ifPresent(text -> unit.payload(Payload.text(text)));
        words.take("guarantee").ifPresent(name -> unit.guarantee(Words.constant(Guarantee.class, name)));
        words.take("recovery").ifPresent(name -> unit.recovery(recovery(name)));
        unit.capabilities(words.takeList("capabilities"));
        words.take("affinity").ifPresent(unit::affinity);
        words.take("definition").map(ScenarioParts::definition).ifPresent(unit::definition);
        words.take("irVersion").ifPresent(unit::irVersion);
        words.takeAmounts("demand").forEach(unit::demand);
        words.takeList("domains").forEach(unit::domain);
        words.take("tenant").ifPresent(unit::fairnessKey);
        words.take("band").map(Words::number).ifPresent(unit::band);
        words.take("delay").map(Durations::parse).ifPresent(unit::delay);
        words.take("startBy").map(Durations::parse).ifPresent(unit::startBy);
        words.take("runLimit").map(Durations::parse).ifPresent(unit::runLimit);
        words.take("trace").ifPresent(unit::trace);
        return unit.labels(words.takeMap("labels")).build();
    }

    /** {@code id@revision#fingerprint}; algorithm and canonicalisation are those of every scenario. */
    private static DefinitionReference definition(String text) {
        int revision = text.indexOf('@');
        int value = text.indexOf('#');
        if (revision < 0 || value < revision) {
            throw new ScenarioError("a definition is written id@revision#fingerprint, not '" + text + "'");
        }
        return new DefinitionReference(
                text.substring(0, revision),
                text.substring(revision + 1, value),
                new Fingerprint("sha-256", "holdfast-canonical-json/v1", text.substring(value + 1)));
    }

    /** {@code hold=5s then=WITHDRAW}; without {@code then} it is promoted. */
    static Optional<Hold> hold(Words words) {
        String then = words.take("then", Hold.Then.PROMOTE.name());
        return words.take("hold").map(text -> new Hold(Durations.parse(text), Words.constant(Hold.Then.class, then)));
    }

    /** {@code ask} before it runs again, or run {@code again}. */
    private static Recovery recovery(String name) {
        return switch (name) {
            case "ask" -> Recovery.RECONCILE_BEFORE_REDISPATCH;
            case "again" -> Recovery.REDISPATCH;
            default -> throw new ScenarioError("a recovery is ask or again, not '" + name + "'");
        };
    }

    static WorkerOffer offer(WorkerId worker, Words words) {
        Set<PoolId> pools = words.takeList("pools").stream().map(PoolId::new).collect(Collectors.toSet());
        Set<String> kinds = new HashSet<>(
                words.take("kinds").map(text -> Set.of(text.split(","))).orElse(Set.of("mail")));
        WorkerOffer offer = WorkerOffer.of(worker, pools, kinds, words.takeInt("maxClaims", 100))
                .withCapabilities(Set.copyOf(words.takeList("capabilities")))
                .withAffinities(Set.copyOf(words.takeList("affinities")))
                .withDefinitions(words.takeList("definitions").stream()
                        .map(ScenarioParts::definition)
                        .collect(Collectors.toSet()))
                .withIrVersions(Set.copyOf(words.takeList("irVersions")))
                .withResources(words.takeAmounts("resources"));
        Set<Guarantee> guarantees = words.takeList("guarantees").stream()
                .map(name -> Words.constant(Guarantee.class, name))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Guarantee.class)));
        return guarantees.isEmpty() ? offer : offer.withGuarantees(guarantees);
    }

    /** An answer that ends the unit. */
    static Answer answer(Words words) {
        String outcome = words.next("succeeded, failed, cancelled or poisoned");
        return switch (outcome) {
            case "succeeded" -> new Answer.Succeeded(result(words));
            case "failed" -> new Answer.Failed(words.next("code"), evidence(words, Evidence.NOT_APPLIED));
            case "cancelled" -> new Answer.Cancelled(words.next("code"), evidence(words, Evidence.NOT_APPLIED));
            case "poisoned" -> new Answer.Poisoned(words.next("code"), evidence(words, Evidence.NOT_APPLIED));
            default -> throw new ScenarioError("no such answer: '" + outcome + "'");
        };
    }

    static Answer release(Words words) {
        return new Answer.Released(
                evidence(words, Evidence.NOT_APPLIED),
                words.take("reason", "later"),
                words.take("delay").map(Durations::parse));
    }

    static Resolution resolution(Words words) {
        String outcome = words.next("not-applied, succeeded, failed or cancelled");
        return switch (outcome) {
            case "not-applied" -> new Resolution.NotApplied();
            case "succeeded" -> new Resolution.Succeeded(result(words));
            case "failed" -> new Resolution.Failed(words.next("code"));
            case "cancelled" -> new Resolution.Cancelled(words.next("code"));
            default -> throw new ScenarioError("no such resolution: '" + outcome + "'");
        };
    }

    private static Payload result(Words words) {
        return words.take("result").map(Payload::text).orElse(Payload.EMPTY);
    }

    private static Evidence evidence(Words words, Evidence fallback) {
        return words.take("evidence")
                .map(name -> Words.constant(Evidence.class, name))
                .orElse(fallback);
    }

    private static Duration duration(Words words, String name, Duration fallback) {
        return words.take(name).map(Durations::parse).orElse(fallback);
    }
}
