// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import java.util.List;

/** E5: many slots that run one unit each, spread over processes. */
final class SlotRows {
    private static final int PROCESSES = 4;
    private static final int SLOTS = 16;

    private SlotRows() {}

    static List<Row> smallWorkers(Bench bench) throws InterruptedException {
        Plan plan = bench.plan();
        Value peer = Value.highest(
                bench.rate(Trials.graphilePlain(plan, SLOTS, PROCESSES)),
                bench.rate(Trials.dbScheduler(plan, SLOTS, PROCESSES)));
        Trial workers = Trial.of("Holdfast workers", "worker")
                .with("concurrency", SLOTS)
                .with("backlog", plan.backlogAt(12_000))
                .in(PROCESSES);
        Trial loops = Trials.execute(plan, 1, 1, PROCESSES)
                .named("Holdfast, loops of one unit")
                .with("dispatchers", SLOTS)
                .with("beside", false);
        return List.of(
                Row.against(
                        "E5",
                        "64 slots in 4 processes, one worker in each",
                        bench.rate(workers),
                        peer,
                        "/s",
                        new Goal.AtLeast(1)),
                Row.against(
                        "E5",
                        "64 workers of one slot in 4 processes, none shares a claim",
                        bench.rate(loops),
                        peer,
                        "/s",
                        new Goal.None()),
                Row.against(
                        "E5",
                        "64 processes of one slot over the server",
                        new Value.Absent("needs the server"),
                        peer,
                        "/s",
                        new Goal.AtLeast(1)));
    }
}
