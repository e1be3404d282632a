// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;

/** A store that leaves nothing out gives the same answers: no rule depends on what an index leaves out. */
class HintlessLedgerConformanceTest extends LedgerConformance {
    @Override
    protected Ledger open(LedgerClock clock) {
        return MemoryLedger.createWithoutHints(clock);
    }
}
