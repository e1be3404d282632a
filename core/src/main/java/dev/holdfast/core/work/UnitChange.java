// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/** One unit before and after a decision. Saved only when the stored version is still the one of {@code before}. */
public record UnitChange(Unit before, Unit after) {
    /** A change of units of a pool: one that is queued by it waits under the key that the policy gives it now. */
    static UnitChange of(Unit before, Unit after, PoolPolicy policy) {
        return new UnitChange(before, requeued(before, after, policy));
    }

    /** What waited already stays in its lane. */
    static Unit requeued(Unit before, Unit after, PoolPolicy policy) {
        boolean isQueued =
                after.state() instanceof WorkState.Queued && !after.state().equals(before.state());
        return isQueued ? after.under(policy.fairness()) : after;
    }
}
