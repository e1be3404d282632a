// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.subject;

import dev.holdfast.benchmarks.run.Loops;
import dev.holdfast.benchmarks.run.Pace;
import dev.holdfast.core.ledger.Ledger;

/** Settled units that have lived their lives, as in a ledger that has been in use for long. */
final class History {
    private static final int BATCH = 1_000;
    private static final int DISPATCHERS = 2;

    private History() {}

    static void live(Ledger ledger, Units units, int count) throws Exception {
        try (Loops loops = new Loops()) {
            for (int i = 0; i < DISPATCHERS; i++) {
                Claimant claimant = new Claimant(ledger, BATCH);
                loops.start(() -> {
                    units.submit(BATCH, false);
                    return claimant.claimAndSettle();
                });
            }
            Pace.until(() -> loops.done() >= count || loops.isStopped(), Long.MAX_VALUE);
            loops.stop();
        }
    }
}
