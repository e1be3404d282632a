// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.PolicySources;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Retry;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is written is read as the same, and what is left away has the default or stays. */
class PolicyDocumentTest {
    private static final int DRAWN = 2_000;

    private static PoolPolicy read(String text) {
        return read(text, Optional.empty());
    }

    private static PoolPolicy read(String text, Optional<PoolPolicy> kept) {
        return PoolDocument.read("file", DocumentFormat.YAML, text).policy(kept);
    }

    private static Pool pool(PoolPolicy policy) {
        Moment now = new Moment(0);
        return new Pool(
                new PoolId("p"),
                3,
                policy,
                PolicySources.UNNAMED,
                false,
                0,
                Collections.nCopies(8, 0L),
                now,
                now,
                Optional.empty());
    }

    @ParameterizedTest
    @EnumSource(DocumentFormat.class)
    void everyPolicyIsReadAsItWasWritten(DocumentFormat format) {
        for (int seed = 0; seed < DRAWN; seed++) {
            PoolPolicy policy = new RandomPolicies(new Random(seed)).policy();
            String text = format.write(PoolDocument.write(pool(policy), Map.of("paused", false)));

            PoolDocument document = PoolDocument.read("file", format, text);

            assertThat(document.policy(Optional.empty()))
                    .as("seed %d:%n%s", seed, text)
                    .isEqualTo(policy);
            assertThat(document.policy(Optional.of(PoolPolicy.DEFAULT.withBudgets(1, 1))))
                    .isEqualTo(policy);
            assertThat(document.pool()).contains("p");
            assertThat(document.revision()).contains(3);
        }
    }

    @Test
    void everyValueOfAPolicyIsAMember() {
        assertThat(PolicyMember.ALL)
                .extracting(PolicyMember::name)
                .containsExactlyElementsOf(Arrays.stream(PoolPolicy.class.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toList());
    }

    @Test
    void differencesAreThoseOfThePolicies() {
        int equal = 0;
        for (int seed = 0; seed < DRAWN; seed++) {
            Random random = new Random(seed);
            RandomPolicies policies = new RandomPolicies(random);
            PoolPolicy before = policies.policy();
            PoolPolicy after = policies.near(before);

            List<PolicyDifference> differences = PolicyDifference.between(before, after);

            assertThat(differences.stream()
                            .map(each -> each.member().replaceFirst("(?s)\\..*", ""))
                            .distinct())
                    .as("seed %d", seed)
                    .containsExactlyElementsOf(before.differences(after));
            equal += differences.isEmpty() ? 1 : 0;
        }
        assertThat(equal).isBetween(1, DRAWN - 1);
    }

    @Test
    void aDifferenceIsShownOnOneLineWithWhatWasThere() {
        PoolPolicy before = PoolPolicy.DEFAULT.withCapacity(Map.of("cpu", 8L));
        PoolPolicy after = PoolPolicy.DEFAULT
                .withCapacity(Map.of("gpu", 2L))
                .withDomains(Map.of("d", DomainLimit.claims(3)))
                .withLease(Duration.ofMinutes(2));

        assertThat(PolicyDifference.between(before, after))
                .extracting(each -> each.member() + ": " + each.shownBefore() + " -> " + each.shownAfter())
                .containsExactly(
                        "capacity.cpu: 8 -> none",
                        "capacity.gpu: none -> 2",
                        "domains.d: none -> {claims: 3}",
                        "workerLease: 30s -> 2m",
                        "claimLease: 30s -> 2m");
    }

    @Test
    void whatIsLeftAwayHasTheDefault() {
        assertThat(read("policy: {}")).isEqualTo(PoolPolicy.DEFAULT);
        assertThat(read("policy: {maxLosses: 2, retry: {factor: 3}}").retry())
                .isEqualTo(new Retry(Duration.ofSeconds(1), 3, Duration.ofMinutes(10), 20));
    }

    @Test
    void aClaimsLeaseFollowsTheWorkersUnlessItIsGivenOrKept() {
        Duration minute = Duration.ofMinutes(1);

        assertThat(read("policy: {workerLease: 1m}")).isEqualTo(PoolPolicy.DEFAULT.withLease(minute));
        assertThat(read("policy: {workerLease: 1m, claimLease: 2s}").claimLease())
                .isEqualTo(Duration.ofSeconds(2));
        assertThat(read("policy: {claimLease: 2s}").workerLease()).isEqualTo(Duration.ofSeconds(30));
        assertThat(read("policy: {workerLease: 1m}", Optional.of(PoolPolicy.DEFAULT))
                        .claimLease())
                .isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void whatIsLeftAwayCanBeKept() {
        PoolPolicy stored = PoolPolicy.DEFAULT
                .withBudgets(7, 9)
                .withCapacity(Map.of("cpu", 8L, "gpu", 2L))
                .withLease(Duration.ofHours(1));

        PoolPolicy policy = read("policy: {maxAttempts: 1, capacity: {cpu: 9}}", Optional.of(stored));

        assertThat(policy).isEqualTo(stored.withBudgets(1, 9).withCapacity(Map.of("cpu", 9L)));
    }

    @Test
    void jsonIsReadAsYamlToo() {
        String json = DocumentFormat.JSON.write(PoolDocument.write(pool(PoolPolicy.DEFAULT), Map.of()));

        assertThat(read(json)).isEqualTo(PoolPolicy.DEFAULT);
    }

    /** A parser that reads in pieces may fail on a character that falls into two of them. */
    @Test
    void aCharacterMayStandAnywhere() {
        for (int before = 1; before < 2_500; before++) {
            String text = "policy: {labels: {a: '" + "x".repeat(before) + "\uD83D\uDE00'}}";

            assertThat(read(text).labels().get("a")).hasSize(before + 2);
        }
    }
}
