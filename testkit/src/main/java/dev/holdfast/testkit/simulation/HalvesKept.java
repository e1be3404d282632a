// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import java.util.List;
import java.util.function.Predicate;

/** Of units that are submitted together it keeps those that nothing stands against. */
final class HalvesKept extends WrongShelf {
    HalvesKept(LedgerClock clock) {
        super(clock);
    }

    @Override
    public List<Insertion> insertTogether(PoolId pool, List<NewUnit> units, Predicate<List<Insertion>> areIn) {
        return insert(pool, units);
    }
}
