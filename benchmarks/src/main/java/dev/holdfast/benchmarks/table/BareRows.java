// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import java.util.ArrayList;
import java.util.List;

/** E4: batch 100 against the loop that a queue in one table comes down to; and that loop at other sizes, to be seen. */
final class BareRows {
    private static final int BATCH = 100;

    private BareRows() {}

    static List<Row> sameLoop(Bench bench) throws InterruptedException {
        Plan plan = bench.plan();
        List<Row> rows = new ArrayList<>();
        for (int clients : new int[] {1, 2}) {
            Trial beside = Trials.execute(plan, 1, BATCH, 1).with("dispatchers", clients);
            Trial alone = beside.named(beside.name() + ", one thread").with("beside", false);
            Value bare = bench.rate(Trials.bareClaims(plan, BATCH, clients));
            rows.add(Row.against(
                    "E4",
                    "batch 100, 1 key, settle beside the claim, clients: " + clients,
                    bench.rate(beside),
                    bare,
                    "/s",
                    new Goal.AtLeast(0.7)));
            rows.add(Row.against(
                    "E4", "the same, claim and settle in turn", bench.rate(alone), bare, "/s", new Goal.None()));
        }
        for (int batch : new int[] {1, 500}) {
            for (int clients : new int[] {1, 4}) {
                rows.add(Row.alone(
                        "E4",
                        "bare loop, batch " + batch + ", clients: " + clients,
                        bench.rate(Trials.bareClaims(plan, batch, clients)),
                        "/s",
                        new Goal.None()));
            }
        }
        return rows;
    }
}
