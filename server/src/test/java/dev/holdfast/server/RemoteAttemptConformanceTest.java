// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.server;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.testkit.AttemptConformance;
import java.util.List;

/** Attempts over HTTP: one ledger, two clients. */
class RemoteAttemptConformanceTest extends AttemptConformance {
    @Override
    protected List<Ledger> open(LedgerClock clock) {
        return Served.twice(MemoryLedger.create(clock));
    }

    @Override
    protected int walks() {
        return 4;
    }
}
