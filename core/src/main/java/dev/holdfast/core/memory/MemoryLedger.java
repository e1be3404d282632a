// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.ledger.Engine;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.ledger.Shelf;

/**
 * A ledger in memory: the reference for all stores and the double for tests. Nothing survives the process; apart from
 * that it keeps every promise.
 */
public final class MemoryLedger {
    private MemoryLedger() {}

    public static Ledger create(LedgerClock clock) {
        return new Engine(shelf(clock));
    }

    /** The store alone, for tests that put something between it and the {@link Engine}. */
    public static Shelf shelf(LedgerClock clock) {
        return new MemoryShelf(AuthorityId.MAIN, clock, true);
    }

    /**
     * A ledger whose store leaves nothing out of what it loads: slow, and with the same decisions, which shows that no
     * rule depends on what an index leaves out.
     */
    public static Ledger createWithoutHints(LedgerClock clock) {
        return new Engine(new MemoryShelf(AuthorityId.MAIN, clock, false));
    }
}
