// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.subject;

import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Loops;
import dev.holdfast.benchmarks.run.Parent;
import dev.holdfast.benchmarks.run.Windows;
import dev.holdfast.core.ledger.Ledger;

/** Submits {@code batch} units a call on {@code threads} threads; {@code drawn}: without keys of the caller. */
final class Enqueue {
    private Enqueue() {}

    static void run(Arguments arguments, Parent parent) throws Exception {
        int threads = arguments.number("threads", 1);
        int batch = arguments.number("batch", 1);
        boolean drawn = arguments.flag("drawn", false);
        try (Ledger ledger = Prepared.open(arguments, 0, threads);
                Loops loops = new Loops()) {
            Units units = Units.in(ledger, arguments);
            parent.ready();
            for (int i = 0; i < threads; i++) {
                loops.start(() -> {
                    units.submit(batch, drawn);
                    return batch;
                });
            }
            Windows.of(arguments, Long.MAX_VALUE).measure(loops::done, parent);
            loops.stop();
        }
    }
}
