// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.WorkId;
import java.util.Optional;

/**
 * Lets a unit that is HELD go: it waits to be claimed, in the place that it was admitted in. Its delay and its latest
 * start are counted from now. The first of promotion, withdrawal, cancel and the end of the hold decides.
 *
 * @param operator who did what no program did; leaves an entry of the audit, which the second phase of a program does not
 */
public record Promote(WorkId work, Optional<Operator> operator) implements UnitCommand<PromoteDecision> {
    /** The second phase of the program that submitted the unit. */
    public Promote(WorkId work) {
        this(work, Optional.empty());
    }

    /** @throws IllegalArgumentException when there can be no such actor or reason */
    public static Promote by(String actor, String reason, WorkId work) {
        return new Promote(work, Optional.of(new Operator(actor, reason)));
    }

    /**
     * Who let a unit go by hand.
     *
     * @param actor 1 to 200 visible characters
     * @param reason 1 to 200 visible characters
     */
    public record Operator(String actor, String reason) {
        /** @throws IllegalArgumentException when there can be no such actor or reason */
        public Operator {
            Names.check("actor", actor);
            Names.check("reason", reason);
        }
    }
}
