// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Counts that are looked at over time. */
@Timeout(60)
class WindowsTest {
    private final Map<String, List<Double>> told = new HashMap<>();
    private final Parent parent = new Parent() {
        @Override
        public void figure(String name, double value) {
            told.computeIfAbsent(name, any -> new ArrayList<>()).add(value);
        }

        @Override
        public void ready() {}
    };

    @Test
    void tellsEachWindow() {
        AtomicLong count = new AtomicLong();
        new Windows(0.01, 0.01, 3, Long.MAX_VALUE).measure(count::incrementAndGet, parent);

        assertThat(told.get("rate")).hasSize(3).allMatch(rate -> rate > 0);
        assertThat(told.get("cpu")).hasSize(3);
        assertThat(told).doesNotContainKey("dry");
    }

    @Test
    void aWindowEndsWithTheBacklogAndNoneFollows() {
        AtomicLong looks = new AtomicLong();
        // The first look sees one unit, the warm-up is over at once, and then all units are gone.
        new Windows(0, 1_000, 3, 10).measure(() -> looks.incrementAndGet() < 6 ? 1 : 10, parent);

        assertThat(told.get("rate")).hasSize(1);
    }

    @Test
    void aBacklogThatDoesNotLastGivesOneRoughFigure() {
        new Windows(1_000, 1, 3, 10).measure(() -> 10, parent);

        assertThat(told.get("rate")).hasSize(1);
        assertThat(told.get("dry")).containsExactly(1.0);
    }

    @Test
    void aLoopThatFailsEndsTheMeasurement() {
        try (Loops loops = new Loops()) {
            loops.start(() -> {
                throw new IOException("the database is gone");
            });
            assertThatThrownBy(() -> new Windows(0, 1_000, 1, 10).measure(loops::done, parent))
                    .hasRootCauseMessage("the database is gone");
        }
    }
}
