// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.DefinitionReference;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.Fingerprint;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.Oversized;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.PolicySources;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Retry;
import dev.holdfast.core.work.Source;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written as text is read as the same, whatever names are in it. */
class TextFormsTest {
    private static final Payload BYTES = Payload.of(new byte[] {0, 9, 10, 92, -1}, "application/x; a=\\n");

    @Test
    void sourcesAreReadAsTheyWereWritten() {
        Source odd = new Source(Source.Kind.ADAPTER, "a\\b", "");
        PolicySources some = new PolicySources(odd, new TreeMap<>(Map.of("retry", Source.DEFAULTS)));
        assertThat(SourcesText.read(SourcesText.write(some))).isEqualTo(some);
        assertThat(SourcesText.write(PolicySources.UNNAMED)).isEmpty();
        assertThat(SourcesText.read("")).isEqualTo(PolicySources.UNNAMED);
        assertThatThrownBy(() -> SourcesText.read("else\tEXPLICIT")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void policies() {
        PoolPolicy policy = PoolPolicy.DEFAULT
                .withMaxLiveClaims(7)
                .withCapacity(Map.of("a\\b", 3L, "gpu", 1L))
                .withDomains(Map.of(
                        "no limit", new DomainLimit(OptionalLong.empty(), new TreeMap<>()),
                        "d", new DomainLimit(OptionalLong.of(2), new TreeMap<>(Map.of("gpu", 1L, "cpu", 9L)))))
                .withBudgets(1, 2)
                .withRetry(new Retry(Duration.ofNanos(1_500_000), 3, Duration.ofDays(2), 0))
                .withLease(Duration.ofMillis(12_345))
                .withSweepEvery(Duration.ofNanos(7))
                .withOversized(Oversized.POISON)
                .change()
                .maxQueued(OptionalLong.of(9))
                .fairness(new Fairness(
                        2,
                        new TreeMap<>(Map.of("", 3, "a\\b", 1_000)),
                        new TreeMap<>(Map.of("", 1, "c", 7)),
                        Fairness.Keys.LISTED,
                        Fairness.Cost.RUN_TIME))
                .build()
                .withLabels(Map.of("tab\there", "line\nend", "empty", ""));
        assertThat(PolicyText.read(PolicyText.write(policy))).isEqualTo(policy);
        assertThat(PolicyText.read(PolicyText.write(PoolPolicy.DEFAULT))).isEqualTo(PoolPolicy.DEFAULT);
    }

    @Test
    void aPolicyIsReadStrictly() {
        String text = PolicyText.write(PoolPolicy.DEFAULT);
        assertThatThrownBy(() -> PolicyText.read(text + "\nshareOf\t5")).hasMessage("no policy has a line 'shareOf'");
        assertThatThrownBy(() -> PolicyText.read(text.replace("keysFor", "keyFor")))
                .hasMessage("a policy without keysFor");
        assertThatThrownBy(() -> PolicyText.read(text + "\ndomainResource\td\tgpu\t1"))
                .hasMessage("a policy with resources of a domain that it does not name: d");
    }

    @Test
    void offers() {
        WorkerOffer offer = WorkerOffer.of(
                        new WorkerId("w"), Set.of(new PoolId("p"), new PoolId("q\\t")), Set.of("a", "b c"), 3)
                .withGuarantees(Set.of(Guarantee.ATOMIC, Guarantee.RECONCILED))
                .withCapabilities(Set.of("x=1"))
                .withAffinities(Set.of("rack 7"))
                .withResources(Map.of("cpu", 8L))
                .withDefinitions(Set.of(new DefinitionReference("a\\", "1", new Fingerprint("x", "y", "z"))))
                .withIrVersions(Set.of("ir/v1"));
        assertThat(OfferText.read(offer.worker(), OfferText.write(offer))).isEqualTo(offer);
    }

    @Test
    void shapes() {
        Eligibility eligibility =
                new Eligibility("kind\\", Guarantee.IDEMPOTENT, new TreeSet<>(Set.of("b", "a")), Optional.of("here"));
        Eligibility defined = new Eligibility(
                "kind",
                Guarantee.IDEMPOTENT,
                new TreeSet<>(Set.of("a")),
                Optional.empty(),
                Optional.of(new DefinitionReference("a\\b", "1", new Fingerprint("sha-256", "plain", "ab"))),
                Optional.of("ir/v1"));
        assertThat(ShapeText.readEligibility(ShapeText.write(defined))).isEqualTo(defined);
        Eligibility plain = new Eligibility("kind", Guarantee.ATOMIC, new TreeSet<>(), Optional.empty());
        assertThat(ShapeText.readEligibility(ShapeText.write(eligibility))).isEqualTo(eligibility);
        assertThat(ShapeText.readEligibility(ShapeText.write(plain))).isEqualTo(plain);
        Needs needs = new Needs(new TreeMap<>(Map.of("gpu", 2L, "cpu", 1L)), new TreeSet<>(Set.of("d", "e")));
        assertThat(ShapeText.readNeeds(ShapeText.write(needs))).isEqualTo(needs);
        assertThat(ShapeText.write(Needs.NONE)).isEmpty();
        assertThat(ShapeText.readNeeds("")).isEqualTo(Needs.NONE);
    }

    @Test
    void options() {
        Submission submission = Submission.of("job", new IdempotencyKey("k"))
                .delay(Duration.ofNanos(1))
                .startBy(Duration.ofDays(400_000))
                .runLimit(Duration.ofMillis(5))
                .fairnessKey("acme")
                .labels(Map.of("a\\", "b\\n", "c", ""))
                .trace("00-ab-cd-01")
                .build();
        OptionsText options = OptionsText.read(OptionsText.write(submission, "other"));
        assertThat(options)
                .isEqualTo(new OptionsText(
                        Optional.of("acme"),
                        submission.requirements().delay(),
                        submission.requirements().startBy(),
                        submission.requirements().runLimit(),
                        submission.labels(),
                        submission.trace()));
        assertThat(OptionsText.write(
                        Submission.of("job", new IdempotencyKey("k")).build(), ""))
                .isEmpty();
    }

    static List<Answer> answers() {
        return List.of(
                new Answer.Succeeded(BYTES),
                new Answer.Succeeded(Payload.EMPTY),
                new Answer.Failed("exit 1", Evidence.UNKNOWN),
                new Answer.Cancelled("stopped\\", Evidence.NOT_APPLIED),
                new Answer.Poisoned("bad", Evidence.NOT_STARTED),
                new Answer.Released(Evidence.AMBIGUOUS, "later", Optional.empty()),
                new Answer.Released(Evidence.APPLIED, "later", Optional.of(Duration.ofNanos(3))));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void answersOfHolders(Answer answer) {
        assertThat(AnswerText.readAnswer(AnswerText.write(answer))).isEqualTo(answer);
    }

    static List<Resolution> resolutions() {
        return List.of(
                new Resolution.NotApplied(),
                new Resolution.Succeeded(BYTES),
                new Resolution.Failed("code"),
                new Resolution.Cancelled("code 2"));
    }

    @ParameterizedTest
    @MethodSource("resolutions")
    void evidenceOfOperators(Resolution resolution) {
        PastClaim.Resolved resolved =
                new PastClaim.Resolved(resolution, "ticket\\7", "ann", new Moment(1_700_000_000_000_001L));
        assertThat(AnswerText.readResolved(AnswerText.write(resolved))).isEqualTo(resolved);
    }

    @Test
    void accounts() {
        Account account = Account.domainResource("d\\", "gpu 2");
        assertThat(AccountText.read(AccountText.write(account))).isEqualTo(account);
    }

    @Test
    void lists() {
        assertThat(Json.numbers(new long[] {1, -2})).isEqualTo("[1,-2]");
        assertThat(Json.texts(List.of("a\"b\\c", "\u0001", "é"))).isEqualTo("[\"a\\\"b\\\\c\",\"\\u0001\",\"é\"]");
        assertThat(Json.texts(List.of())).isEqualTo("[]");
    }
}
