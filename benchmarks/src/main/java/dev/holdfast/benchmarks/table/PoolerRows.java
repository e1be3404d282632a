// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import dev.holdfast.benchmarks.run.PgBouncer;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** E13: through PgBouncer in transaction mode. */
final class PoolerRows {
    private PoolerRows() {}

    static List<Row> transactionMode(Bench bench) throws InterruptedException {
        Trial direct = Trials.execute(bench.plan(), 1, Trials.LARGE_BATCH, 1);
        return List.of(Row.against(
                "E13",
                "execution, batch 500, through PgBouncer in transaction mode",
                through(bench, direct.named("Holdfast through PgBouncer")),
                bench.rate(direct),
                "/s",
                new Goal.AtLeast(0.9)));
    }

    private static Value through(Bench bench, Trial trial) throws InterruptedException {
        try {
            Optional<PgBouncer> pooler = PgBouncer.start(bench.database());
            if (pooler.isEmpty()) {
                return new Value.Absent("not present");
            }
            try (PgBouncer running = pooler.get()) {
                return bench.rate(trial.with("url", running.database().url()));
            }
        } catch (IOException | SQLException e) {
            System.err.println("PgBouncer: " + e.getMessage());
            return new Value.Absent("failed");
        }
    }
}
