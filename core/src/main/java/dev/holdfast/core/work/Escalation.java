// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * Uncertain units of a pool that have been so for as long as its policy lets pass: somebody has to look. It is seen, not
 * done: nothing changes in that moment, and nothing leaves UNCERTAIN because of it.
 *
 * @param units how many there are, at least 1
 * @param since when the oldest of them became uncertain
 */
public record Escalation(long units, Moment since) {
    /** The newest moment since which a unit may be uncertain and is escalated now. */
    public static Moment latest(PoolPolicy policy, Moment now) {
        return now.minus(policy.escalateAfter());
    }

    /** Of units that became uncertain at {@link #latest} or before; empty when there are none. */
    public static Optional<Escalation> of(long units, Optional<Moment> oldest) {
        return oldest.filter(since -> units > 0).map(since -> new Escalation(units, since));
    }
}
