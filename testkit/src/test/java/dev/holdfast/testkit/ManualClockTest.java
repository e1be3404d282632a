// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualClockTest {
    private final ManualClock clock = new ManualClock();

    @Test
    void movesOnlyWhenMoved() {
        assertThat(clock.now()).hasToString("2026-01-01T00:00:00Z");
        clock.advance(Duration.ofSeconds(90));
        assertThat(clock.now()).hasToString("2026-01-01T00:01:30Z");
        clock.set(new Moment(0));
        assertThat(clock.now()).hasToString("1970-01-01T00:00:00Z");
    }

    @Test
    void actionsFollowEveryMoveInOrder() {
        List<String> calls = new ArrayList<>();
        clock.onStep(() -> calls.add("first at " + clock.now()));
        clock.onStep(() -> calls.add("second"));
        clock.set(new Moment(0));
        assertThat(calls).containsExactly("first at 1970-01-01T00:00:00Z", "second");
    }

    @Test
    void noMoveOfManyThreadsIsLost() {
        Crowd.run(8, number -> () -> {
            for (int i = 0; i < 1_000; i++) {
                clock.advance(Duration.ofMillis(1));
            }
            return number;
        });
        assertThat(clock.now()).isEqualTo(ManualClock.START.plus(Duration.ofSeconds(8)));
    }
}
