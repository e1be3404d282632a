// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.SweepDecision;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Back-off and sweeps. */
class WaitsTest {
    private static final long MILLI = Duration.ofMillis(1).toNanos();

    @Test
    void backOffDoublesUpToItsCapAndStartsAgain() {
        BackOff backOff = new BackOff(Duration.ofMillis(10), Duration.ofMillis(50), () -> 0L);
        assertThat(new long[] {backOff.next(), backOff.next(), backOff.next(), backOff.next(), backOff.next()})
                .containsExactly(10 * MILLI, 20 * MILLI, 40 * MILLI, 50 * MILLI, 50 * MILLI);
        backOff.reset();
        assertThat(backOff.next()).isEqualTo(10 * MILLI);
    }

    @Test
    void backOffIsSpreadOverItsUpperHalf() {
        BackOff backOff = new BackOff(Duration.ofMillis(10), Duration.ofMillis(10), new SplittableRandom(1));
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int i = 0; i < 1_000; i++) {
            long wait = backOff.next();
            least = Math.min(least, wait);
            most = Math.max(most, wait);
        }
        assertThat(least).isBetween(5 * MILLI, 6 * MILLI);
        assertThat(most).isBetween(9 * MILLI, 10 * MILLI);
    }

    @Test
    void sweepsInTheIntervalOrWhenTheLedgerSays() {
        SweepLogic logic = new SweepLogic(Duration.ofSeconds(5), () -> 0L);
        assertThat(logic.sweepAt()).isLessThanOrEqualTo(0);
        logic.answered(new SweepDecision.Swept(0, 3, 0, 0, true), MILLI);
        assertThat(logic.sweepAt()).as("there is more").isEqualTo(MILLI);
        logic.answered(new SweepDecision.Swept(0, 0, 0, 0, false), MILLI);
        assertThat(logic.sweepAt()).isEqualTo(5_001 * MILLI);
        logic.answered(new SweepDecision.NotYet(Duration.ofSeconds(2)), MILLI);
        assertThat(logic.sweepAt()).isEqualTo(2_001 * MILLI);
        logic.answered(new PoolUnknown(new PoolId("p")), MILLI);
        assertThat(logic.sweepAt()).isEqualTo(5_001 * MILLI);
        logic.failed(MILLI);
        assertThat(logic.sweepAt()).isEqualTo(101 * MILLI);
    }

    @Test
    void momentsThatNeverComeStayThere() {
        assertThat(Monotonic.later(Monotonic.NEVER, 5)).isEqualTo(Monotonic.NEVER);
        assertThat(Monotonic.later(Long.MAX_VALUE - 1, 5)).isEqualTo(Monotonic.NEVER);
        assertThat(Monotonic.later(3, 4)).isEqualTo(7);
    }
}
