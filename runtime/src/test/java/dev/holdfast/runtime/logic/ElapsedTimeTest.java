// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class ElapsedTimeTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final ManualClock wall = new ManualClock();
    private final Deque<Runnable> betweenReadings = new ArrayDeque<>();
    private long ticks = -5;
    private final ElapsedTime elapsed = new ElapsedTime(this::tick, wall);

    /** What was put between two readings happens after this one. */
    private long tick() {
        long now = ticks;
        if (!betweenReadings.isEmpty()) {
            betweenReadings.remove().run();
        }
        return now;
    }

    private void pass(Duration duration) {
        ticks += duration.toNanos();
        wall.advance(duration);
    }

    private void assertElapsed(Duration expected) {
        assertThat(Duration.ofNanos(elapsed.nanos())).isEqualTo(expected);
    }

    @Test
    void goesWithTheTicks() {
        assertElapsed(Duration.ZERO);
        pass(MINUTE);
        assertElapsed(MINUTE);
        ticks += 300;
        assertElapsed(MINUTE.plusNanos(300));
    }

    @Test
    void aSuspendDuringWhichTheTicksStandStillCounts() {
        pass(SECOND);
        assertElapsed(SECOND);
        wall.advance(HOUR);
        assertElapsed(SECOND.plus(HOUR));
        pass(SECOND);
        assertElapsed(SECOND.multipliedBy(2).plus(HOUR));
        wall.advance(HOUR);
        assertElapsed(SECOND.multipliedBy(2).plus(HOUR.multipliedBy(2)));
    }

    @Test
    void aWallClockThatIsSetBackNeitherStopsTheTimeNorHidesASuspend() {
        wall.advance(HOUR);
        assertElapsed(HOUR);
        wall.advance(HOUR.multipliedBy(-3));
        assertElapsed(HOUR);
        pass(SECOND);
        assertElapsed(HOUR.plus(SECOND));
        wall.advance(MINUTE);
        assertElapsed(HOUR.plus(SECOND).plus(MINUTE));
    }

    @Test
    void smallDifferencesDoNotAddUp() {
        for (int i = 0; i < 10_000; i++) {
            wall.advance(Duration.ofMillis(i % 2 == 0 ? 8 : -8));
            pass(Duration.ofMillis(1));
            elapsed.nanos();
        }
        assertElapsed(Duration.ofSeconds(10));
    }

    @Test
    void aThreadThatIsHeldUpBetweenReadingsIsNoSuspend() {
        pass(SECOND);
        for (int i = 0; i < 4; i++) {
            betweenReadings.add(() -> pass(SECOND));
        }
        elapsed.nanos();
        betweenReadings.clear();
        assertThat(elapsed.nanos()).isEqualTo(ticks + 5);
    }

    @Test
    void aSuspendEndsTheTrustInALease() {
        LeaseWatch lease = LeaseWatch.of(elapsed.nanos(), Duration.ofSeconds(30));
        pass(SECOND);
        assertThat(lease.isTrusted(elapsed.nanos())).isTrue();
        wall.advance(MINUTE);
        assertThat(lease.isTrusted(elapsed.nanos())).isFalse();
    }

    @Test
    void theMachinesSourceOnlyGrows() {
        Monotonic machine = Monotonic.system();
        long last = machine.nanos();
        assertThat(last).isNotNegative();
        for (int i = 0; i < 100_000; i++) {
            long next = machine.nanos();
            assertThat(next >= last).isTrue();
            last = next;
        }
    }
}
