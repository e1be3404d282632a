// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import java.util.List;

/** E17 and E18: what a unit costs. */
final class CostRows {
    private static final int BATCH = 100;
    private static final int LOG_BYTES = 1_843;
    private static final int PROCESSOR_MICROSECONDS = 12;

    private CostRows() {}

    static List<Row> log(Bench bench) throws InterruptedException {
        return List.of(Row.alone(
                "E17",
                "write-ahead log for each unit, submit, claim and settle, history kept, batch 100",
                bench.figure(Trial.of("Holdfast, whole lives", "lives").with("batch", BATCH), "wal"),
                "bytes",
                new Goal.AtMost(LOG_BYTES)));
    }

    static List<Row> processor(Bench bench) throws InterruptedException {
        return List.of(Row.alone(
                "E18",
                "CPU time of the worker process for each unit, batch 100",
                bench.figure(Trials.execute(bench.plan(), 1, BATCH, 1).with("dispatchers", 1), "cpu"),
                "µs",
                new Goal.AtMost(PROCESSOR_MICROSECONDS)));
    }
}
