// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.server;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.testkit.LedgerConformance;

/** Whatever the ledger is asked over HTTP, it answers as it does without. */
class RemoteLedgerConformanceTest extends LedgerConformance {
    @Override
    protected Ledger open(LedgerClock clock) {
        return Served.of(MemoryLedger.create(clock));
    }

    @Override
    protected int walks() {
        return 4;
    }
}
