// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.ledger.Engine;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.ledger.Shelf;
import dev.holdfast.core.memory.MemoryLedger;
import java.util.List;

/** The reference ledger against the suite for attempts: two engines over one store. */
class MemoryAttemptConformanceTest extends AttemptConformance {
    @Override
    protected List<Ledger> open(LedgerClock clock) {
        Shelf store = MemoryLedger.shelf(clock);
        return List.of(new Engine(store), new Engine(store));
    }
}
