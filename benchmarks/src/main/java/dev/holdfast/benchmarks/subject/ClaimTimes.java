// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.subject;

import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Latencies;
import dev.holdfast.benchmarks.run.Pace;
import dev.holdfast.benchmarks.run.Parent;
import dev.holdfast.benchmarks.run.Windows;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Grant;
import java.util.List;

/**
 * How long claims take while the backlog stays as it is: each turn submits, claims and settles one batch. Settings:
 * {@code batch}, {@code backlog}, {@code history} (settled units before), and those of {@link Units}.
 */
final class ClaimTimes {
    private static final int MOST = 1_000_000;

    private ClaimTimes() {}

    static void run(Arguments arguments, Parent parent) throws Exception {
        int batch = arguments.number("batch", 100);
        try (Ledger ledger = Prepared.open(arguments, arguments.number("backlog", 20_000), 1)) {
            Units units = Units.in(ledger, arguments);
            Claimant claimant = new Claimant(ledger, batch);
            parent.ready();
            Windows windows = Windows.of(arguments, Long.MAX_VALUE);
            turns(units, claimant, batch, new Latencies(MOST), windows.warm());
            Latencies latencies = new Latencies(MOST);
            turns(units, claimant, batch, latencies, windows.seconds() * windows.windows());
            latencies.tell(parent);
        }
    }

    private static void turns(Units units, Claimant claimant, int batch, Latencies latencies, double seconds) {
        long end = Pace.after(seconds);
        while (System.nanoTime() < end) {
            units.submit(batch, false);
            long from = System.nanoTime();
            List<Grant> grants = claimant.claim();
            latencies.add(System.nanoTime() - from);
            claimant.settle(grants);
        }
    }
}
