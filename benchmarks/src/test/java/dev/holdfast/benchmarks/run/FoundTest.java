// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What several processes and windows come to. */
class FoundTest {
    @Test
    void theMiddleWindowCounts() {
        assertThat(new Found(Map.of("rate", List.of(9.0, 1.0, 5.0))).median("rate"))
                .hasValue(5);
        assertThat(new Found(Map.of("rate", List.of(4.0, 2.0))).median("rate")).hasValue(2);
        assertThat(new Found(Map.of()).median("rate")).isEmpty();
    }

    @Test
    void ratesOfProcessesAddUpAndTheRestIsAveraged() {
        Found one = new Found(Map.of("rate", List.of(1.0, 2.0, 3.0), "cpu", List.of(10.0)));
        Found other = new Found(Map.of("rate", List.of(10.0, 20.0), "cpu", List.of(30.0)));

        Found together = Found.together(List.of(one, other));

        assertThat(together.values().get("rate")).containsExactly(11.0, 22.0);
        assertThat(together.values().get("cpu")).containsExactly(20.0);
    }
}
