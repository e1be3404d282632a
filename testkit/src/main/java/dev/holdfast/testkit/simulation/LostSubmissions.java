// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import java.util.List;

/** Acknowledges every tenth submission without keeping it. */
final class LostSubmissions extends WrongShelf {
    private int submissions;

    LostSubmissions(LedgerClock clock) {
        super(clock);
    }

    @Override
    public List<Insertion> insert(PoolId pool, List<NewUnit> units) {
        submissions++;
        return submissions % 10 == 0 ? List.of(new Insertion.Inserted()) : super.insert(pool, units);
    }
}
