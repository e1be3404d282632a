// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Durations for people, and back. */
class DurationTextTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "1, 1ms",
        "500, 500ms",
        "1000, 1s",
        "1500, 1500ms",
        "60000, 1m",
        "90000, 90s",
        "7200000, 2h",
        "86400000, 1d",
        "90000000, 25h",
        "2592000001, 2592000.001s"
    })
    void writesTheLargestUnitThatFits(long millis, String text) {
        assertThat(DurationText.write(Duration.ofMillis(millis))).isEqualTo(text);
        assertThat(DurationText.parse(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource({"30, 30000", "0.5s, 500", "1.25h, 4500000", "0.4ms, 0", "0.5ms, 1", "999999999d, 86399999913600000"})
    void readsWhatPeopleWrite(String text, long millis) {
        assertThat(DurationText.parse(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void everyDurationIsReadAsItWasWritten() {
        for (int seed = 0; seed < 20_000; seed++) {
            Duration duration = new RandomPolicies(new Random(seed)).duration();

            assertThat(DurationText.parse(DurationText.write(duration)))
                    .as("seed %d", seed)
                    .isEqualTo(duration);
        }
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
        assertThat(DurationText.parse(DurationText.write(longest))).isEqualTo(longest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "30 s", "30sec", "5min", "-1s", "1w", "1,5s", ".5s", "1.s", "P1D", "PT", "1e3"})
    void refusesTheRest(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurationText.parse(text))
                .withMessageContaining("'" + text + "' is no duration; write 500ms, 30s, 5m, 2h or 1d");
    }
}
