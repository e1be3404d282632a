// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import java.util.List;

/** E6, E7, E11, E12: what must not grow, or fall, with what a ledger holds. */
final class FlatRows {
    private static final int SMALL_BACKLOG = 20_000;
    private static final int MANY_KEYS = 10_000;
    private static final int DOMAIN_BATCH = 64;
    private static final int DOMAIN_LIMIT = 1_000;

    private FlatRows() {}

    static List<Row> backlog(Bench bench) throws InterruptedException {
        int large = bench.plan().backlog();
        return List.of(Row.against(
                "E6",
                "claim p99, backlog " + SMALL_BACKLOG + " -> " + large,
                bench.figure(claims(large), "p99"),
                bench.figure(claims(SMALL_BACKLOG), "p99"),
                "ms",
                new Goal.AtMost(1.25)));
    }

    static List<Row> keys(Bench bench) throws InterruptedException {
        Plan plan = bench.plan();
        return List.of(Row.against(
                "E7",
                "execution, batch 500, keys 1 -> 10,000",
                bench.rate(Trials.execute(plan, MANY_KEYS, Trials.LARGE_BATCH, 1)),
                bench.rate(Trials.execute(plan, 1, Trials.LARGE_BATCH, 1)),
                "/s",
                new Goal.AtLeast(0.55)));
    }

    static List<Row> history(Bench bench) throws InterruptedException {
        int history = bench.plan().history();
        Trial with = claims(SMALL_BACKLOG)
                .named("Holdfast, " + history + " settled units")
                .with("history", history);
        return List.of(Row.against(
                "E11",
                "claim p99, settled units 0 -> " + history,
                bench.figure(with, "p99"),
                bench.figure(claims(SMALL_BACKLOG), "p99"),
                "ms",
                new Goal.AtMost(1.1)));
    }

    static List<Row> hotDomain(Bench bench) throws InterruptedException {
        Trial none = Trials.execute(bench.plan(), 1, DOMAIN_BATCH, 1);
        Trial hot = none.named(none.name() + ", one hot domain").with("domain", DOMAIN_LIMIT);
        return List.of(Row.against(
                "E12",
                "one hot domain limit, batch 64, against none",
                bench.rate(hot),
                bench.rate(none),
                "/s",
                new Goal.AtLeast(0.75)));
    }

    private static Trial claims(int backlog) {
        return Trial.of("Holdfast, backlog " + backlog, "claims")
                .with("backlog", backlog)
                .with("keys", 100)
                .with("batch", 100);
    }
}
