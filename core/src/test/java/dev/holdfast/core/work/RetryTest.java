// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import java.math.BigInteger;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Waits between tries, against the formula in numbers that cannot overflow. */
class RetryTest {
    private static final WorkId WORK = new WorkId("k");

    @RepeatedTest(200)
    void staysInItsBounds(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        long initial = random.nextInt(5_000);
        long cap = initial + (random.nextBoolean() ? random.nextInt(100_000) : random.nextLong(Long.MAX_VALUE / 2_000));
        int factor = 1 + random.nextInt(random.nextBoolean() ? 4 : 1_000_000);
        int jitter = random.nextInt(101);
        Retry retry = new Retry(Duration.ofMillis(initial), factor, Duration.ofMillis(cap), jitter);
        for (int n = 1; n <= 80; n++) {
            BigInteger ideal = BigInteger.valueOf(factor)
                    .pow(n - 1)
                    .multiply(BigInteger.valueOf(initial))
                    .min(BigInteger.valueOf(cap));
            BigInteger least =
                    ideal.subtract(ideal.multiply(BigInteger.valueOf(jitter)).divide(BigInteger.valueOf(100)));
            BigInteger wait = BigInteger.valueOf(
                    retry.wait(n, WORK, Fence.of(1, 1 + random.nextInt(1_000))).toMillis());
            assertThat(wait).as("wait %d of %s", n, retry).isBetween(least, ideal);
        }
    }

    /** The jitter is a function of unit and fence, and spreads over its whole range. */
    @Test
    void jitterSpreads() {
        Retry retry = new Retry(Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 50);
        Set<Duration> waits = new HashSet<>();
        for (int i = 1; i <= 200; i++) {
            Duration wait = retry.wait(1, WORK, Fence.of(1, i));
            assertThat(retry.wait(1, WORK, Fence.of(1, i))).isEqualTo(wait);
            waits.add(wait);
        }
        assertThat(waits).hasSizeGreaterThan(100);
        assertThat(waits).anyMatch(wait -> wait.toMillis() < 550).anyMatch(wait -> wait.toMillis() > 950);
    }

    @Test
    void withoutJitterItIsExact() {
        Retry retry = new Retry(Duration.ofSeconds(1), 3, Duration.ofSeconds(10), 0);
        assertThat(retry.wait(1, WORK, Fence.of(1, 1))).isEqualTo(Duration.ofSeconds(1));
        assertThat(retry.wait(2, WORK, Fence.of(1, 1))).isEqualTo(Duration.ofSeconds(3));
        assertThat(retry.wait(3, WORK, Fence.of(1, 1))).isEqualTo(Duration.ofSeconds(9));
        assertThat(retry.wait(4, WORK, Fence.of(1, 1))).isEqualTo(Duration.ofSeconds(10));
    }
}
