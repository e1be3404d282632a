// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import java.util.List;

/** E8: somebody else's open transaction. */
final class SnapshotRows {
    private SnapshotRows() {}

    static List<Row> held(Bench bench) throws InterruptedException {
        Value none = bench.rate(trial(bench.plan(), "none"));
        String seconds =
                String.format(java.util.Locale.ROOT, "%.0f s", bench.plan().hold());
        return List.of(
                Row.against(
                        "E8",
                        "drain after a read snapshot was held for " + seconds + " at 1,000/s, still held",
                        bench.rate(trial(bench.plan(), "read")),
                        none,
                        "/s",
                        new Goal.AtLeast(0.9)),
                Row.against(
                        "E8",
                        "the same, a writing transaction held",
                        bench.rate(trial(bench.plan(), "write")),
                        none,
                        "/s",
                        new Goal.AtLeast(0.9)));
    }

    private static Trial trial(Plan plan, String hold) {
        return Trial.of("Holdfast, held: " + hold, "held")
                .with("hold", hold)
                .with("holdSeconds", plan.hold())
                .with("keys", 100)
                .with("backlog", (int) (1_000 * plan.hold()) + plan.backlogAt(100_000));
    }
}
