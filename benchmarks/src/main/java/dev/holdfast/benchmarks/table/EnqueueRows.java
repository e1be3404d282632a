// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import java.util.List;

/** E9: submission against bare inserts. */
final class EnqueueRows {
    private static final int BULK = 1_000;

    private EnqueueRows() {}

    static List<Row> enqueue(Bench bench) throws InterruptedException {
        Value arrays = bench.rate(bare(1, BULK));
        Value commit = bench.rate(Trial.of("bare commit", "bare-commit"));
        return List.of(
                Row.against(
                        "E9",
                        "bulk 1,000 without caller's keys, against arrays insert",
                        bench.rate(holdfast(1, BULK, true)),
                        arrays,
                        "/s",
                        new Goal.AtLeast(0.35)),
                Row.against(
                        "E9",
                        "bulk 1,000 with caller's keys, against the same",
                        bench.rate(holdfast(1, BULK, false)),
                        arrays,
                        "/s",
                        new Goal.AtLeast(0.17)),
                Row.against(
                        "E9",
                        "single, 1 thread, against the bare insert",
                        bench.rate(holdfast(1, 1, true)),
                        bench.rate(bare(1, 1)),
                        "/s",
                        new Goal.AtLeast(0.75)),
                Row.against(
                        "E9",
                        "single, 8 threads, against the bare insert",
                        bench.rate(holdfast(8, 1, true)),
                        bench.rate(bare(8, 1)),
                        "/s",
                        new Goal.AtLeast(0.75)),
                Row.alone("E9", "bare commit of one small record, 1 thread", commit, "/s", new Goal.None()));
    }

    private static Trial holdfast(int threads, int batch, boolean drawn) {
        return Trial.of("Holdfast, enqueue", "enqueue")
                .with("threads", threads)
                .with("batch", batch)
                .with("drawn", drawn);
    }

    private static Trial bare(int threads, int batch) {
        return Trial.of(batch == 1 ? "bare insert" : "bare insert of arrays", "bare-insert")
                .with("threads", threads)
                .with("batch", batch);
    }
}
