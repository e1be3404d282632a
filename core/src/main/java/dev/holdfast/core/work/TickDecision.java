// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import java.util.List;
import java.util.Optional;

/** Answers {@link Tick}. */
public sealed interface TickDecision extends Decision {
    /**
     * The schedule is where the command wanted it.
     *
     * @param submitted the units of the ticks that were submitted, in order
     * @param leftOut how many ticks were left out
     * @param waiting the tick that waits now
     */
    record Ticked(List<WorkId> submitted, int leftOut, Optional<Moment> waiting) implements TickDecision {}

    /** Somebody else has passed, or revised the schedule: this is what it is now. */
    record Moved(int revision, Moment next) implements TickDecision {}

    /** By the ledger's clock this tick is still to come. */
    record NotDue(Moment tick) implements TickDecision {}

    record SchedulePaused() implements TickDecision {}

    record NoSchedule() implements TickDecision {}

    /** The pool does not take the work now; nothing was submitted and the schedule stays where it is. */
    record Refused(TickRefusal why) implements TickDecision {}
}
