// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import java.util.ArrayList;
import java.util.List;

/** E1 to E3: execution against the fastest peers. */
final class ExecutionRows {
    private static final int POOL_LIMIT = 10_000;
    private static final int DOMAIN_LIMIT = 5_000;

    private ExecutionRows() {}

    static List<Row> oneKey(Bench bench) throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (int processes : new int[] {1, 2}) {
            rows.add(Row.against(
                    "E1",
                    "execution, 1 key, best batch, " + processes(processes),
                    best(bench, processes),
                    bench.rate(Trials.graphileLocal(bench.plan(), processes)),
                    "/s",
                    new Goal.AtLeast(1.4)));
        }
        return rows;
    }

    static List<Row> manyKeys(Bench bench) throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (int processes : new int[] {1, 2}) {
            rows.add(Row.against(
                    "E2",
                    "execution, 100 keys, a pool limit and a domain, best batch, " + processes(processes),
                    Value.highest(
                            bench.rate(limited(bench.plan(), Trials.LARGE_BATCH, processes)),
                            bench.rate(limited(bench.plan(), Trials.BEST_BATCH, processes))),
                    bench.rate(Trials.graphileLocal(bench.plan(), processes)),
                    "/s",
                    new Goal.AtLeast(0.9)));
        }
        return rows;
    }

    static List<Row> javaPeers(Bench bench) throws InterruptedException {
        return List.of(Row.against(
                "E3",
                "execution, 1 key, best batch, 1 process",
                best(bench, 1),
                bench.rate(Trials.dbScheduler(bench.plan(), 10, 1)),
                "/s",
                new Goal.AtLeast(8)));
    }

    private static Value best(Bench bench, int processes) throws InterruptedException {
        return Value.highest(
                bench.rate(Trials.execute(bench.plan(), 1, Trials.LARGE_BATCH, processes)),
                bench.rate(Trials.execute(bench.plan(), 1, Trials.BEST_BATCH, processes)));
    }

    private static Trial limited(Plan plan, int batch, int processes) {
        Trial trial = Trials.execute(plan, 100, batch, processes);
        return trial.named(trial.name() + ", limits").with("limit", POOL_LIMIT).with("domain", DOMAIN_LIMIT);
    }

    private static String processes(int count) {
        return count == 1 ? "1 process" : count + " processes";
    }
}
