// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the other peers do on this server, to be seen beside the table. */
final class PeerRows {
    private PeerRows() {}

    static List<Row> others(Bench bench) throws InterruptedException {
        Plan plan = bench.plan();
        List<Trial> executions = List.of(
                Trials.graphilePlain(plan, 24, 1),
                Trial.peer("pg-boss, batches of 1,000", "pg-boss", "execute")
                        .with("batch", 1_000)
                        .with("loops", 4)
                        .with("backlog", plan.backlogAt(55_000)),
                Trial.peer("db-scheduler, fetch", "db-scheduler", "execute")
                        .with("strategy", "fetch")
                        .with("threads", 20)
                        .with("backlog", plan.backlogAt(5_000)),
                Trial.peer("JobRunr", "jobrunr", "execute").with("backlog", plan.backlogAt(3_000)),
                Trial.peer("DBOS Transact", "dbos", "execute").with("backlog", plan.backlogAt(1_500)),
                Trial.peer("Quartz, JDBC", "quartz", "execute").with("backlog", plan.backlogAt(700)));
        List<Row> rows = new ArrayList<>();
        for (Trial trial : executions) {
            rows.add(Row.alone("peers", trial.name() + ": execution", bench.rate(trial), "/s", new Goal.None()));
        }
        enqueue(bench, rows);
        return rows;
    }

    private static void enqueue(Bench bench, List<Row> rows) throws InterruptedException {
        Map<String, Boolean> bulk = new java.util.TreeMap<>(Map.of(
                "graphile-worker",
                true,
                "pg-boss",
                true,
                "db-scheduler",
                true,
                "jobrunr",
                true,
                "quartz",
                false,
                "dbos",
                false));
        for (Map.Entry<String, Boolean> peer : bulk.entrySet()) {
            Trial single = Trial.peer(peer.getKey(), peer.getKey(), "enqueue");
            for (int threads : new int[] {1, 8}) {
                Value rate = bench.rate(single.with("threads", threads));
                String what = peer.getKey() + ": enqueue, single, " + threads + (threads == 1 ? " thread" : " threads");
                rows.add(Row.alone("peers", what, rate, "/s", new Goal.None()));
            }
            if (peer.getValue()) {
                rows.add(Row.alone(
                        "peers",
                        peer.getKey() + ": enqueue, bulk",
                        bench.rate(single.with("bulk", true)),
                        "/s",
                        new Goal.None()));
            }
        }
    }
}
