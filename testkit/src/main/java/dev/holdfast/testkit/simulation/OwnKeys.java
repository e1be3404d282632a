// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import java.util.List;

/** Queues each unit under its own key, also where only listed keys are told apart. */
final class OwnKeys extends WrongShelf {
    OwnKeys(LedgerClock clock) {
        super(clock);
    }

    @Override
    public List<Insertion> insert(PoolId pool, List<NewUnit> units) {
        return super.insert(pool, units.stream().map(OwnKeys::own).toList());
    }

    private static NewUnit own(NewUnit unit) {
        return new NewUnit(
                unit.id(),
                unit.pool(),
                unit.revision(),
                unit.submission(),
                unit.submission().requirements().fairnessKey(),
                unit.hold(),
                unit.poisoned());
    }
}
