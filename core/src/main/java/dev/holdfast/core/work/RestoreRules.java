// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;

/** What becomes of the live claims of a ledger that is restored somewhere else: nobody can say how far their holders came. */
public final class RestoreRules {
    private RestoreRules() {}

    /** @param unit is claimed */
    public static Unit lost(Unit unit, PoolPolicy policy, Moment now) {
        return LossRules.restored(unit, unit.claim().orElseThrow(), policy, now);
    }
}
