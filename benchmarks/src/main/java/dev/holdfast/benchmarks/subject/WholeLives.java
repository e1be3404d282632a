// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.subject;

import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Database;
import dev.holdfast.benchmarks.run.Pace;
import dev.holdfast.benchmarks.run.Parent;
import dev.holdfast.benchmarks.run.Windows;
import dev.holdfast.core.ledger.Ledger;

/** E17: submits, claims and settles a batch at a time; tells {@code wal}, bytes of write-ahead log for each unit. */
final class WholeLives {
    private WholeLives() {}

    static void run(Arguments arguments, Parent parent) throws Exception {
        int batch = arguments.number("batch", 100);
        Database database = Database.of(arguments);
        try (Ledger ledger = Prepared.open(arguments, batch, 1)) {
            Units units = Units.in(ledger, arguments);
            Claimant claimant = new Claimant(ledger, batch);
            parent.ready();
            Windows windows = Windows.of(arguments, Long.MAX_VALUE);
            for (int i = 0; i <= windows.windows(); i++) {
                long end = Pace.after(i == 0 ? windows.warm() : windows.seconds());
                long from = database.walPosition();
                long done = 0;
                while (System.nanoTime() < end) {
                    units.submit(batch, false);
                    done += claimant.claimAndSettle();
                }
                if (i > 0) {
                    parent.figure("wal", (double) (database.walPosition() - from) / done);
                }
            }
        }
    }
}
