// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.client.document.DocumentException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A document that is wrong somewhere is refused, with the place and the reason on one line. */
class BadDocumentTest {
    private static void assertRefused(DocumentFormat format, String text, String place, String why) {
        DocumentException refusal =
                catchThrowableOfType(DocumentException.class, () -> PoolDocument.read("file", format, text));

        assertThat(refusal).as(text).isNotNull();
        assertThat(refusal).hasMessageStartingWith("file:" + place + ": ").hasMessageContaining(why);
        assertThat(refusal.getMessage()).doesNotContain("\n", "tools.jackson", "org.snakeyaml");
    }

    static Stream<Arguments> documents() {
        return Stream.of(
                Arguments.of(
                        "polici: {}", "1: polici", "no such member; there are pool, revision, policy, sources, state"),
                Arguments.of("pool: p", "1", "there is no member 'policy'"),
                Arguments.of(
                        "policy:\n  maxLiveClaim: 3",
                        "2: policy.maxLiveClaim",
                        "there are maxLiveClaims, maxQueued, capacity"),
                Arguments.of("policy: {retry: {first: 1s}}", "1: policy.retry.first", "initial, factor, cap"),
                Arguments.of("policy: {domains: {d: {claim: 1}}}", "1: policy.domains.d.claim", "claims, resources"),
                Arguments.of(
                        "policy:\n  maxLosses: 3\n  maxAttempts: 3\n  maxLosses: 4",
                        "4: policy.maxLosses",
                        "a second time, after line 2"),
                Arguments.of("policy: {capacity: {a: 1, a: 1}}", "1: policy.capacity.a", "a second time"),
                Arguments.of("policy: {}\npolicy: {}", "2: policy", "a second time"),
                Arguments.of("policy:\n\n  workerLease: 30 sec", "3: policy.workerLease", "'30 sec' is no duration"),
                Arguments.of("policy: {keysFor: 1.5}", "1: policy.keysFor", "a duration is expected"),
                Arguments.of("policy: {keysFor: [1s]}", "1: policy.keysFor", "not a list"),
                Arguments.of("policy: {keysFor: 0s}", "1: policy.keysFor", "longer than zero"),
                Arguments.of("policy: {maxLosses: many}", "1: policy.maxLosses", "a whole number is expected"),
                Arguments.of("policy: {maxLosses: \"3\"}", "1: policy.maxLosses", "not the text '3'"),
                Arguments.of("policy: {maxLosses: 3.0}", "1: policy.maxLosses", "not '3.0'"),
                Arguments.of("policy: {maxLosses: 010}", "1: policy.maxLosses", "a whole number is expected"),
                Arguments.of("policy: {maxLosses: 0x10}", "1: policy.maxLosses", "a whole number is expected"),
                Arguments.of("policy: {maxLosses: true}", "1: policy.maxLosses", "not 'true'"),
                Arguments.of("policy: {maxLosses: 0}", "1: policy.maxLosses", "at least 1, not 0"),
                Arguments.of("policy: {maxLosses: 3000000000}", "1: policy.maxLosses", "at most 2147483647"),
                Arguments.of("policy: {capacity: {a: 99999999999999999999}}", "1: policy.capacity.a", "at most 9223"),
                Arguments.of("policy: {capacity: {a: 0}}", "1: policy.capacity", "at least 1 unit, not 0"),
                Arguments.of("policy: {capacity: {\" a\": 1}}", "1: policy.capacity", "start or end with a space"),
                Arguments.of("policy: {capacity: 8}", "1: policy.capacity", "a group of members is expected"),
                Arguments.of("policy:\n  capacity:\n  maxLosses: 3", "2: policy.capacity", "it has no value"),
                Arguments.of("policy: {domains: {d: {claims: 0}}}", "1: policy.domains.d", "at least 1 claim"),
                Arguments.of("policy: {retry: {factor: 0}}", "1: policy.retry", "factor is at least 1"),
                Arguments.of("policy: {retry: {initial: 1h}}", "1: policy.retry", "cap that is not smaller"),
                Arguments.of("policy: {oversized: retain}", "1: policy.oversized", "one of [RETAIN, POISON]"),
                Arguments.of("policy: {labels: {a: 1}}", "1: policy.labels.a", "put it in double quotes"),
                Arguments.of("policy: {}\nrevision: one", "2: revision", "a whole number is expected"),
                Arguments.of("policy: {}\npool: 7", "2: pool", "a text is expected"),
                Arguments.of("[1]", "1", "a group of members is expected"),
                Arguments.of("policy", "1", "not the text 'policy'"),
                Arguments.of("", "1", "nothing in this document"),
                Arguments.of("# only this", "1", "nothing in this document"));
    }

    @ParameterizedTest
    @MethodSource("documents")
    void saysWhereAndWhy(String text, String place, String why) {
        assertRefused(DocumentFormat.YAML, text, place, why);
    }

    static Stream<Arguments> yaml() {
        return Stream.of(
                Arguments.of("policy: &p {maxLosses: 2}\nstate: *p", "2: state", "aliases are not read"),
                Arguments.of("policy: {labels: {a: &t x, b: *t}}", "1: policy.labels.b", "aliases are not read"),
                Arguments.of("policy: {maxLosses: !!int \"3\"}", "1: policy.maxLosses", "tags are not read"),
                Arguments.of("policy: !secret {}", "1: policy", "tags are not read"),
                Arguments.of("policy: {}\n---\npolicy: {}", "3", "a second document"),
                Arguments.of("policy:\n  maxLosses: 3\n   maxAttempts: 3", "3", "this is no YAML"),
                Arguments.of("policy: {maxLosses: 3", "1", "this is no YAML"),
                Arguments.of("policy: {<<: {maxLosses: 3}}", "1: policy.<<", "no such member"),
                Arguments.of("policy:\n\t maxLosses: 3", "2", "this is no YAML"));
    }

    @ParameterizedTest
    @MethodSource("yaml")
    void takesLittleOfYaml(String text, String place, String why) {
        assertRefused(DocumentFormat.YAML, text, place, why);
    }

    static Stream<Arguments> json() {
        return Stream.of(
                Arguments.of("{\"policy\": {},\n \"policy\": {}}", "2: policy", "a second time"),
                Arguments.of("{\"policy\": {\"keysFor\": null}}", "1: policy.keysFor", "it has no value"),
                Arguments.of("{\"policy\": {\"maxLosses\": 1e1}}", "1: policy.maxLosses", "a whole number"),
                Arguments.of("{\"policy\": {}} {}", "1", "a second document"),
                Arguments.of("{\"policy\": {}", "1", "this is no JSON"),
                Arguments.of("{\"policy\": {},}", "1", "this is no JSON"),
                Arguments.of("{policy: {}}", "1", "this is no JSON"));
    }

    @ParameterizedTest
    @MethodSource("json")
    void takesJsonAsItIsDefined(String text, String place, String why) {
        assertRefused(DocumentFormat.JSON, text, place, why);
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 10_000})
    void depthHasAnEnd(int depth) {
        assertRefused(
                DocumentFormat.JSON,
                "{\"state\": " + "[".repeat(depth) + "]".repeat(depth) + "}",
                "1: state." + "0.".repeat(15) + "0",
                "nested deeper");
    }
}
