// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;

/** E15: whole life cycles a second of the memory ledger, one thread, batches of 100. */
final class MemoryBenchmark {
    private static final int BATCH = 100;
    private static final int UNITS = 200_000;

    private MemoryBenchmark() {}

    static void run() throws Exception {
        for (int keys : new int[] {1, 100, 10_000}) {
            Measure.median("memory, life cycles, batch 100, " + keys + " keys", 5, () -> once(keys));
        }
    }

    private static double once(int keys) {
        System.gc(); // the ledger before this one
        try (Ledger ledger = MemoryLedger.create(LedgerClock.system())) {
            LifeCycles cycles = new LifeCycles(ledger, keys);
            cycles.submit(10_000);
            long from = System.nanoTime();
            int done = 0;
            while (done < UNITS) {
                cycles.submit(BATCH);
                done += cycles.claimAndSettle(BATCH);
            }
            return Measure.since(from, done);
        }
    }
}
