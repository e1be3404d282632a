// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The table that the README shows. */
class MarkdownTest {
    private static final Value FAST = new Value.Measured(91_234.4, "Holdfast");
    private static final Value SLOW = new Value.Measured(60_000, "a peer");

    @Test
    void judgesRatios() {
        assertThat(Markdown.table(List.of(
                        Row.against("E1", "execution", FAST, SLOW, "/s", new Goal.AtLeast(1.4)),
                        Row.against("E2", "execution", SLOW, FAST, "/s", new Goal.AtLeast(0.9)),
                        Row.against("E6", "p99", FAST, SLOW, "ms", new Goal.AtMost(1.25)))))
                .isEqualTo("""
                    | row | what | Holdfast | held against | ratio | goal | reached |
                    | --- | --- | ---: | ---: | ---: | --- | --- |
                    | E1 | execution | 91,234 /s | 60,000 /s (a peer) | 1.52x | >= 1.4 | yes |
                    | E2 | execution | 60,000 /s | 91,234 /s (Holdfast) | 0.66x | >= 0.9 | no |
                    | E6 | p99 | 91,234 ms | 60,000 ms (a peer) | 1.52x | <= 1.25 | no |
                    """);
    }

    @Test
    void judgesAmountsWithoutPeer() {
        Value bytes = new Value.Measured(1_843, "Holdfast");
        assertThat(Markdown.table(List.of(
                        Row.alone("E17", "log", bytes, "bytes", new Goal.AtMost(1_843)),
                        Row.alone("peers", "x", new Value.Measured(7.5, "x"), "/s", new Goal.None()))))
                .endsWith("""
                    | E17 | log | 1,843 bytes |  |  | <= 1,843 | yes |
                    | peers | x | 7.50 /s |  |  |  |  |
                    """);
    }

    @Test
    void whatIsAbsentIsNotMeasuredAndNoFailure() {
        Value absent = new Value.Absent("not present");
        assertThat(Markdown.table(List.of(Row.against("E1", "x", FAST, absent, "/s", new Goal.AtLeast(1)))))
                .endsWith("| E1 | x | 91,234 /s | not present |  | >= 1 | not measured |\n");
        assertThat(Value.highest(absent, SLOW, FAST)).isEqualTo(FAST);
        assertThat(Value.lowest(FAST, SLOW, absent)).isEqualTo(SLOW);
        assertThat(Value.highest(absent, absent)).isEqualTo(absent);
    }

    @Test
    void turnsCountByTheirMiddle() {
        List<List<Row>> turns = List.of(turn(30, 1), turn(10, 3), turn(20, 2));

        Row median = Row.medians(turns).getFirst();

        assertThat(median.judged()).hasValue(10);
    }

    private static List<Row> turn(double ours, double theirs) {
        return List.of(Row.against(
                "E1", "x", new Value.Measured(ours, "a"), new Value.Measured(theirs, "b"), "/s", new Goal.None()));
    }
}
