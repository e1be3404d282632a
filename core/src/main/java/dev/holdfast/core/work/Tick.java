// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;
import dev.holdfast.core.Moment;
import dev.holdfast.core.ScheduleId;
import java.util.List;

/**
 * A pass over one schedule: submits what is due and advances it, if it is where the pass has seen it. Whoever passes knows
 * the calendar and says the moments; the ledger decides which of them are due by its own clock and which are submitted. Any
 * number of processes may pass: one of them advances the schedule, and the others are told so.
 *
 * <p>A pass also looks after a tick that waits, for which it needs no due ticks.
 *
 * @param revision of the terms that the moments follow from
 * @param expected the schedule's next moment as it was seen
 * @param due ticks from {@code expected} on, in order, at most {@link #MOST}; those that the misfire policy leaves out
 *     anyway need not be among them
 * @param following the tick after them, {@link Moment#FOREVER} when there is none
 */
public record Tick(ScheduleId schedule, int revision, Moment expected, List<Moment> due, Moment following)
        implements Command<TickDecision> {
    /** Most ticks of one pass over a schedule; what is left is due at once. */
    public static final int MOST = 100;

    /** @throws IllegalArgumentException when the moments are too many or not in order */
    public Tick {
        due = List.copyOf(due);
        if (due.size() > MOST) {
            throw new IllegalArgumentException("a pass has at most " + MOST + " ticks, not " + due.size());
        }
        Moment before = expected;
        for (int i = 0; i < due.size(); i++) {
            if (i == 0 ? due.getFirst().isBefore(before) : !due.get(i).isAfter(before)) {
                throw new IllegalArgumentException("ticks are not in order: " + due.get(i) + " after " + before);
            }
            before = due.get(i);
        }
        if (due.isEmpty() ? following.isBefore(expected) : !following.isAfter(before)) {
            throw new IllegalArgumentException("ticks are not in order: " + following + " follows " + before);
        }
    }
}
