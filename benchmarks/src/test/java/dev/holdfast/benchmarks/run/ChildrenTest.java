// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes of a measurement and what they say. */
@Timeout(60)
class ChildrenTest {
    private static final int PATIENCE_SECONDS = 50;

    @Test
    void allAreReadyBeforeAnyGoes() throws Exception {
        List<String> process =
                shell("echo ready; read word; echo figure rate 2; echo figure word ${#word}; echo done; read more");

        Found found = Children.run(process, List.of(process), PATIENCE_SECONDS);

        assertThat(found.median("rate")).hasValue(4);
        assertThat(found.median("word")).as("length of the word go").hasValue(2);
    }

    @Test
    void aProcessThatFailsSaysWhy() {
        List<String> process = shell("echo no such table >&2; exit 1");

        assertThatThrownBy(() -> Children.run(process, List.of(), PATIENCE_SECONDS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no such table");
    }

    @Test
    void aProcessThatSaysThatItFailedIsNotWaitedFor() {
        List<String> process = shell("echo failed because of the weather; read word");

        assertThatThrownBy(() -> Children.run(process, List.of(), PATIENCE_SECONDS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the weather");
    }

    @Test
    void aProcessThatFailsLateGivesNoFigures() {
        List<String> process = shell("echo ready; read word; echo figure rate 2; exit 1");

        assertThatThrownBy(() -> Children.run(process, List.of(), PATIENCE_SECONDS))
                .isInstanceOf(IOException.class);
    }

    private static List<String> shell(String script) {
        return List.of("sh", "-c", script);
    }
}
