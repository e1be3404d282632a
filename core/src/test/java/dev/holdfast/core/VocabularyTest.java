// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The words that everything else uses: their bounds, their order, and that text reads back. */
class VocabularyTest {
    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

    @Test
    void aFenceOfALaterEpochIsNewerWhateverItsCounter() {
        Fence old = Fence.of(1, Fence.MAX_COUNTER);
        Fence fresh = Fence.of(2, 1);
        assertThat(fresh.isNewerThan(old)).isTrue();
        assertThat(fresh).isGreaterThan(old).hasToString("2.1");
        assertThat(Fence.parse("1.281474976710655")).isEqualTo(old);
        assertThat(Fence.of(Fence.MAX_EPOCH, Fence.MAX_COUNTER).value()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1.", ".1", "0.1", "1.0", "-1.1", "32768.1", "1.281474976710656", "a.b", "1.1.1"})
    void noFence(String text) {
        assertThatThrownBy(() -> Fence.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " a", "a ", "a\tb", "a\nb", "\u0000", "\u007f", "a\u0085", "\u200b", "\ud800", "\u00a0", "\u2028"
            })
    void noName(String text) {
        assertThatThrownBy(() -> Names.check("name", text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a b", "é", "日本", "\ud83d\ude00", "../../x", "~"})
    void aName(String text) {
        assertThat(Names.check("name", text)).isEqualTo(text);
        assertThat(Names.check("name", "x".repeat(Names.MAX_LENGTH))).hasSize(200);
        assertThatThrownBy(() -> Names.check("name", "x".repeat(201))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shortTextIsTheFirstHundredBits() {
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[32];
            random.nextBytes(bytes);
            Digest digest = Digest.ofBytes(bytes);
            assertThat(digest.bytes()).isEqualTo(bytes);
            BigInteger bits = new BigInteger(1, bytes).shiftRight(156);
            StringBuilder text = new StringBuilder();
            for (int at = 95; at >= 0; at -= 5) {
                text.append(ALPHABET.charAt(bits.shiftRight(at).intValue() & 31));
            }
            assertThat(digest.shortText()).isEqualTo(text.toString());
        }
    }

    @Test
    void fieldsDoNotRunTogether() {
        assertThat(Digest.ofFields("ab", "c")).isNotEqualTo(Digest.ofFields("a", "bc"));
        assertThat(Digest.ofFields("a", "")).isNotEqualTo(Digest.ofFields("a"));
    }

    @Test
    void momentsStopAtForever() {
        Moment moment = new Moment(1);
        assertThat(moment.plus(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Moment.FOREVER);
        assertThat(Moment.FOREVER.plus(Duration.ofNanos(1_000))).isEqualTo(Moment.FOREVER);
        assertThat(moment.plus(Duration.ofMillis(-1))).isEqualTo(new Moment(-999));
        assertThat(new Moment(5).since(new Moment(7))).isEqualTo(Duration.ofNanos(-2_000));
    }

    @Test
    void secretsReadBackAndAreNotPrinted() {
        ClaimSecret secret = new ClaimSecret(0x0123456789abcdefL, -2);
        assertThat(ClaimSecret.parse(secret.text())).isEqualTo(secret);
        assertThat(secret.text()).isEqualTo("0123456789abcdeffffffffffffffffe");
        assertThat(secret.toString()).doesNotContain("0123");
        assertThat(new ClaimSecret(1, 2)).isNotEqualTo(new ClaimSecret(2, 1));
    }
}
