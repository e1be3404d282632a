// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.subject;

import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Database;
import dev.holdfast.benchmarks.run.Loops;
import dev.holdfast.benchmarks.run.Pace;
import dev.holdfast.benchmarks.run.Parent;
import dev.holdfast.benchmarks.run.Windows;
import dev.holdfast.core.ledger.Ledger;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * E8: somebody keeps a transaction open, {@code hold=none|read|write}, while units are submitted and executed at 1,000 a
 * second for {@code holdSeconds}; then the backlog is drained at full speed, still beside the submissions. Tells the
 * drain's rate.
 */
final class HeldSnapshot {
    private static final int STEADY_BATCH = 10;
    private static final int STEADY_TURNS = 100;

    private HeldSnapshot() {}

    static void run(Arguments arguments, Parent parent) throws Exception {
        int backlog = arguments.number("backlog", 1_000_000);
        try (Ledger ledger = Prepared.open(arguments, backlog, 4);
                Connection holder = Database.of(arguments).connect();
                Loops loops = new Loops()) {
            Units units = Units.in(ledger, arguments);
            hold(holder, arguments.text("hold", "none"));
            parent.ready();
            try (Loops steady = new Loops()) {
                startSteady(steady, () -> {
                    units.submit(STEADY_BATCH, false);
                    return STEADY_BATCH;
                });
                try (Loops execution = new Loops()) {
                    startSteady(execution, new Claimant(ledger, STEADY_BATCH)::claimAndSettle);
                    Pace.until(execution::isStopped, Pace.after(arguments.decimal("holdSeconds", 60)));
                    execution.stop();
                }
                new Claimant(ledger, arguments.number("batch", 500)).startBeside(loops);
                Windows.of(arguments, backlog).measure(loops::done, parent);
                loops.stop();
                steady.stop();
            }
        }
    }

    private static void hold(Connection holder, String what) throws SQLException {
        if (what.equals("none")) {
            return;
        }
        holder.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        holder.setAutoCommit(false);
        try (Statement statement = holder.createStatement()) {
            statement.execute(what.equals("write") ? "SELECT pg_current_xact_id()" : "SELECT count(*) FROM pg_class");
        }
    }

    /** A hundred turns a second; one that comes late is made up for. */
    private static void startSteady(Loops loops, Loops.Step step) {
        long from = System.nanoTime();
        long[] turns = {0};
        loops.start(() -> {
            Pace.until(from + turns[0]++ * 1_000_000_000L / STEADY_TURNS);
            return step.turn();
        });
    }
}
