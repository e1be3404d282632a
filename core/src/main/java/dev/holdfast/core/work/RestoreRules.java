// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.List;
import java.util.Optional;

/** What becomes of the live claims of a ledger that is restored somewhere else: nobody can say how far their holders came. */
public final class RestoreRules {
    private RestoreRules() {}

    /** The inquiry that follows when a claim that is lost leaves a question. */
    public static Optional<NewUnit> inquiry(Unit before, Unit after) {
        return Reactions.inquiries(List.of(new UnitChange(before, after))).stream()
                .findFirst();
    }

    /** @param unit is claimed */
    public static Unit lost(Unit unit, PoolPolicy policy, Moment now) {
        Unit after = LossRules.restored(unit, unit.claim().orElseThrow(), policy, now);
        return UnitChange.requeued(unit, after, policy);
    }
}
