// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;

/** The reference ledger against the faults of others. */
class MemoryFaultConformanceTest extends FaultConformance {
    @Override
    protected Ledger open(LedgerClock clock) {
        return MemoryLedger.create(clock);
    }
}
