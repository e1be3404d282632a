// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import java.util.List;

/** Acknowledges a submission whose key is taken as if it were new. */
final class ForgottenKeys extends WrongShelf {
    ForgottenKeys(LedgerClock clock) {
        super(clock);
    }

    @Override
    public List<Insertion> insert(PoolId pool, List<NewUnit> units) {
        return super.insert(pool, units).stream()
                .map(each -> each instanceof Insertion.KeyTaken ? new Insertion.Inserted() : each)
                .toList();
    }
}
