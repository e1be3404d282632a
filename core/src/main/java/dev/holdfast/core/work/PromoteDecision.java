// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;

/** Answers {@link Promote}. */
public sealed interface PromoteDecision extends Decision {
    /** The unit waits to be claimed. */
    record Promoted() implements PromoteDecision {}

    /**
     * There is nothing to do: the unit was promoted or cancelled before, or was never held.
     *
     * @param status what it is now
     */
    record Repeated(Status status) implements PromoteDecision {}

    /** Too late: it was withdrawn at that moment, by somebody or by the end of its hold, and has never run in this life. */
    record Withdrawn(Moment at) implements PromoteDecision {}

    record NotFound() implements PromoteDecision {}
}
