// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.Digest;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Test vectors of the canonical form; another implementation has to give the same. docs/definitions.md shows some. */
class CanonicalJsonTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                " { \"b\" : 1 , \"a\" : [ true, null, false ] } | {\"a\":[true,null,false],\"b\":1}",
                "{} | {}",
                "[] | []",
                "{\"\":{\"\":[{}]}} | {\"\":{\"\":[{}]}}",
                "\"\\u0041\\/\\u00e9\" | \"A/é\"",
                "\"\\u0000\\u001F\\u007f\" | \"\\u0000\\u001f\u007f\"",
                "\"\\u0008\\u0009\\u000a\\u000c\\u000d\\u0022\\u005c\" | \"\\b\\t\\n\\f\\r\\\"\\\\\"",
                "\"\\ud83d\\ude00\" | \"\uD83D\uDE00\"",
                "{\"aa\":1,\"a\":2,\"B\":3} | {\"B\":3,\"a\":2,\"aa\":1}",
            })
    void texts(String json, String canonical) {
        assertThat(CanonicalJson.write(json)).isEqualTo(canonical);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "-0.000, 0",
        "0e9999999, 0",
        "1.0, 1",
        "1.50, 1.5",
        "-12.5E1, -125",
        "1e3, 1000",
        "1E-3, 0.001",
        "0.1, 0.1",
        "0.10000000000000000555, 0.10000000000000000555",
        "9007199254740993, 9007199254740993",
        "1e39, 1000000000000000000000000000000000000000",
        "1e40, 1e40",
        "12e40, 12e40",
        "1e-40, 0.0000000000000000000000000000000000000001",
        "15e-60, 15e-60",
        "1.5e60, 15e59",
        "12345678901234567890123456789012345678901, 12345678901234567890123456789012345678901",
    })
    void numbers(String json, String canonical) {
        assertThat(CanonicalJson.write(json)).isEqualTo(canonical);
    }

    /** U+FFFD is below U+10000, although its only half is above the first half of that. */
    @Test
    void membersAreSortedByCodePoint() {
        assertThat(CanonicalJson.write("{\"\uD800\uDC00\":1,\"\uFFFD\":2}"))
                .isEqualTo("{\"\uFFFD\":2,\"\uD800\uDC00\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{\"a\":1,\"a\":1}",
                "{\"a\":1,\"\\u0061\":2}",
                "[{\"b\":{\"a\":1,\"a\":2}}]",
                "1 2",
                "{} {}",
                "[1,]",
                "{\"a\":1,}",
                "{'a':1}",
                "{a:1}",
                "[1",
                "{\"a\":",
                "NaN",
                "Infinity",
                "+1",
                "01",
                "1.",
                ".5",
                "1e10000",
                "1e-10000",
                "1e99999999999",
                "\"\\ud800\"",
                "{\"\\udc00\":1}",
                "\"\\x\"",
                "// no\n1",
            })
    void whatHasNoOneMeaningIsRefused(String json) {
        assertThatThrownBy(() -> CanonicalJson.write(json)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTextTooLongIsRefused() {
        String longest = "\"" + "a".repeat(CanonicalJson.MAX_BYTES - 2) + "\"";

        assertThat(CanonicalJson.write(longest)).isEqualTo(longest);
        assertThatThrownBy(() -> CanonicalJson.write("[" + longest + "]")).hasMessageContaining("bytes");
    }

    /** Equal decimals have equal texts, other decimals have others, and the text means the same decimal. */
    @Test
    void numbersAreExactAndWrittenInOneWay() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            BigDecimal value = new BigDecimal(new BigInteger(random.nextInt(160), random), random.nextInt(200) - 100);
            value = random.nextBoolean() ? value : value.negate();
            String text = CanonicalJson.write(value.toString());

            assertThat(new BigDecimal(text)).isEqualByComparingTo(value);
            assertThat(CanonicalJson.write(value.setScale(value.scale() + 3).toString()))
                    .isEqualTo(text);
            assertThat(CanonicalJson.write(text)).isEqualTo(text);
        }
    }

    /** The bytes of a fingerprint, end to end. */
    @Test
    void theFingerprintIsThatOfTheUtf8Bytes() {
        String text = CanonicalJson.write("{\"z\": \"é\", \"a\": 1.0}");

        assertThat(Digest.of(text.getBytes(StandardCharsets.UTF_8)).toString())
                .isEqualTo("160c52d506c747530bfe5649cb89704189ea10f8734fbb2a6c6b04cbddf687c8");
    }
}
