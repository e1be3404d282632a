// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.DefinitionReference;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Retry;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitClaimed;
import dev.holdfast.core.work.SubmitTogether;
import dev.holdfast.core.work.WorkerOffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes the larger values of commands as {@link ScenarioParts} reads them. */
final class PartLines {
    private PartLines() {}

    static String policy(LineWords words, PoolPolicy policy) {
        PoolPolicy usual = PoolPolicy.DEFAULT;
        Map<String, String> domains = new TreeMap<>();
        policy.domains().forEach((name, limit) -> domains.put(name, domain(limit)));
        return words.part("maxLiveClaims", policy.maxLiveClaims(), usual.maxLiveClaims())
                .part(
                        "maxQueued",
                        policy.maxQueued().isPresent() ? policy.maxQueued().getAsLong() : "")
                .part("share", policy.order().share(), usual.order().share())
                .part(
                        "weight",
                        policy.fairness().defaultWeight(),
                        usual.fairness().defaultWeight())
                .map("weights", policy.fairness().weights())
                .map("limits", policy.fairness().limits())
                .part("keys", policy.fairness().keys(), usual.fairness().keys())
                .part("cost", policy.fairness().cost(), usual.fairness().cost())
                .map("capacity", policy.capacity())
                .map("domains", domains)
                .list("sharedDomains", policy.sharedDomains())
                .part("attempts", policy.maxAttempts(), usual.maxAttempts())
                .part("losses", policy.maxLosses(), usual.maxLosses())
                .part("retry", retry(policy.retry()))
                .part("lease", Durations.print(policy.workerLease()))
                .part("claimLease", Durations.print(policy.claimLease()), Durations.print(policy.workerLease()))
                .part("sweepEvery", Durations.print(policy.sweepEvery()), Durations.print(usual.sweepEvery()))
                .part("oversized", policy.oversized(), usual.oversized())
                .part("bypassLimit", policy.bypassLimit(), usual.bypassLimit())
                .part("agingAfter", Durations.print(policy.agingAfter()), Durations.print(usual.agingAfter()))
                .part("quarantineShare", policy.quarantineShare(), usual.quarantineShare())
                .part("escalateAfter", Durations.print(policy.escalateAfter()), Durations.print(usual.escalateAfter()))
                .part("keysFor", Durations.print(policy.keysFor()), Durations.print(usual.keysFor()))
                .map("labels", policy.labels())
                .line();
    }

    static String domain(DomainLimit limit) {
        StringBuilder text = new StringBuilder();
        limit.claims().ifPresent(text::append);
        limit.resources()
                .forEach((name, units) ->
                        text.append('/').append(name).append('.').append(units));
        return text.toString();
    }

    private static String retry(Retry retry) {
        return Durations.print(retry.initial()) + "*" + retry.factor() + "<" + Durations.print(retry.cap()) + "~"
                + retry.jitterPercent();
    }

    static String offer(WorkerOffer offer) {
        boolean all = offer.guarantees().equals(EnumSet.allOf(Guarantee.class));
        return new LineWords("worker", offer.worker())
                .list("pools", offer.pools())
                .list("kinds", offer.kinds())
                .part("maxClaims", offer.maxClaims())
                .list("guarantees", all ? EnumSet.noneOf(Guarantee.class) : offer.guarantees())
                .list("capabilities", offer.capabilities())
                .list("affinities", offer.affinities())
                .list("definitions", offer.definitions())
                .list("irVersions", offer.irVersions())
                .map("resources", offer.resources())
                .line();
    }

    static String submission(Submit submit) {
        return submission("submit", submit, List.of(submit.submission().key().value()));
    }

    /** The language has words for several units only where they are alike, and named by their keys. */
    static Optional<String> together(SubmitTogether command) {
        List<String> lines = command.each().stream()
                .map(submit -> submission(
                        "together",
                        submit,
                        command.each().stream()
                                .map(each -> each.submission().key().value())
                                .toList()))
                .distinct()
                .toList();
        return Optional.of(lines.getFirst()).filter(line -> lines.size() == 1);
    }

    private static String submission(String verb, Submit submit, List<String> keys) {
        Submission unit = submit.submission();
        LineWords words = new LineWords(verb, submit.pool());
        keys.forEach(words::word);
        words.part(
                "id", unit.id().map(WorkId::value).orElse("derived"), unit.key().value());
        submit.hold()
                .ifPresent(hold ->
                        words.part("hold", Durations.print(hold.holdFor())).part("then", hold.then()));
        return parts(words, unit).line();
    }

    static String here(SubmitClaimed here, String secret) {
        Submission unit = here.submission();
        LineWords words = new LineWords("here", here.pool(), unit.key().value(), here.worker())
                .part("req", request(here.request()))
                .part("secret", secret)
                .part(
                        "id",
                        unit.id().map(WorkId::value).orElse("derived"),
                        unit.key().value());
        return parts(words, unit).line();
    }

    /** All of a submission but its key and its id. */
    static LineWords parts(LineWords words, Submission unit) {
        Requirements requirements = unit.requirements();
        Eligibility eligibility = requirements.eligibility();
        words.part("kind", eligibility.kind())
                .part("guarantee", eligibility.guarantee(), Guarantee.AT_LEAST_ONCE)
                .part("recovery", requirements.recovery() == Recovery.REDISPATCH ? "again" : "ask", "again")
                .list("capabilities", eligibility.capabilities())
                .part("affinity", eligibility.affinity().orElse(""))
                .part(
                        "definition",
                        eligibility
                                .definition()
                                .map(DefinitionReference::toString)
                                .orElse(""))
                .part("irVersion", eligibility.irVersion().orElse(""))
                .map("demand", requirements.needs().demand())
                .list("domains", requirements.needs().domains())
                .part("tenant", requirements.fairnessKey())
                .part("band", requirements.band(), Requirements.DEFAULT_BAND)
                .part("delay", Durations.print(requirements.delay()), "0s");
        requirements.startBy().ifPresent(limit -> words.part("startBy", Durations.print(limit)));
        requirements.runLimit().ifPresent(limit -> words.part("runLimit", Durations.print(limit)));
        return words.part("trace", unit.trace())
                .part("payload", unit.payload().asText())
                .map("labels", unit.labels());
    }

    static String request(RequestId request) {
        return request.slot() + "/" + request.low();
    }
}
