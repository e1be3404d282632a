// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

/** The measurements that several rows share, so that each is taken once; and what they are expected to reach. */
final class Trials {
    static final int BEST_BATCH = 1_000;
    static final int LARGE_BATCH = 500;

    private Trials() {}

    /** Holdfast, settling beside the claim; one dispatcher in each process. */
    static Trial execute(Plan plan, int keys, int batch, int processes) {
        double expected = batch >= LARGE_BATCH ? 100_000 : batch >= 50 ? 60_000 : 3_000;
        return Trial.of("Holdfast, " + keys + (keys == 1 ? " key" : " keys") + ", batch " + batch, "execute")
                .with("keys", keys)
                .with("batch", batch)
                .with("backlog", plan.backlogAt(processes == 1 ? expected : 1.4 * expected))
                .in(processes);
    }

    static Trial graphileLocal(Plan plan, int processes) {
        return Trial.peer("graphile-worker, local queue", "graphile-worker", "execute")
                .with("local", 500)
                .with("batched", true)
                .with("threads", 24)
                .with("backlog", plan.backlogAt(processes == 1 ? 70_000 : 80_000))
                .in(processes);
    }

    static Trial graphilePlain(Plan plan, int threads, int processes) {
        return Trial.peer("graphile-worker, no local queue", "graphile-worker", "execute")
                .with("threads", threads)
                .with("backlog", plan.backlogAt(8_000))
                .in(processes);
    }

    static Trial dbScheduler(Plan plan, int threads, int processes) {
        return Trial.peer("db-scheduler, lock and fetch", "db-scheduler", "execute")
                .with("threads", threads)
                .with("backlog", plan.backlogAt(12_000))
                .in(processes);
    }

    static Trial bareClaims(Plan plan, int batch, int clients) {
        return Trial.of("bare loop", "bare-claim")
                .with("batch", batch)
                .with("clients", clients)
                .with("backlog", plan.backlogAt(batch == 1 ? 6_000 : 130_000));
    }
}
