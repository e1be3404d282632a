// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import java.util.ArrayList;
import java.util.List;

/** E10: from the call that enqueues to the start of the handler. */
final class LatencyRows {
    private LatencyRows() {}

    static List<Row> enqueueToStart(Bench bench) throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (int rate : new int[] {50, 1_000}) {
            Trial holdfast = at(rate, Trial.of("Holdfast", "latency")).with("notifications", true);
            for (String figure : new String[] {"p99", "p50"}) {
                rows.add(Row.against(
                        "E10",
                        "enqueue to start at " + rate + "/s, " + figure,
                        bench.figure(holdfast, figure),
                        best(bench, rate, figure),
                        "ms",
                        figure.equals("p99") ? new Goal.AtMost(1.2) : new Goal.None()));
            }
        }
        return rows;
    }

    /** Each peer's best setting for this. */
    private static Value best(Bench bench, int rate, String figure) throws InterruptedException {
        Trial dbScheduler = Trial.peer("db-scheduler, local hint", "db-scheduler", "latency")
                .with("strategy", "fetch")
                .with("immediate", true)
                .with("poll", 10_000);
        Trial graphile = Trial.peer("graphile-worker", "graphile-worker", "latency");
        Trial graphileLocal = graphile.named("graphile-worker, local queue")
                .with("local", 500)
                .with("batched", true);
        Trial boss = Trial.peer("pg-boss, notify", "pg-boss", "latency")
                .with("notify", true)
                .with("batch", 100)
                .with("burst", true)
                .with("poll", 0.5);
        return Value.lowest(
                bench.figure(at(rate, dbScheduler), figure),
                bench.figure(at(rate, graphile), figure),
                bench.figure(at(rate, graphileLocal), figure),
                bench.figure(at(rate, boss), figure));
    }

    private static Trial at(int rate, Trial trial) {
        return trial.with("rate", rate);
    }
}
