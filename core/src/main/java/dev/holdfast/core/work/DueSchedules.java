// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import dev.holdfast.core.Query;
import dev.holdfast.core.ScheduleId;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The schedules that a pass has to look at now: {@link Schedule#isDue}.
 *
 * @param after only those behind this name; for the next page the last one of the page before
 */
public record DueSchedules(Optional<ScheduleId> after) implements Query<DueSchedules.Found> {
    /** Most schedules of one answer; where there are so many, there may be more. */
    public static final int MOST = 100;

    /**
     * @param now by the ledger's clock
     * @param due with the unreadable ones at most {@link #MOST}, in the order of their names as the store has it
     * @param next the earliest next moment of all others that are not paused; empty when none of them has one
     * @param unreadable those that would be among the due ones, but of which the store can read no more than the name
     * @param more where to ask on for more of them; empty when these are all
     */
    public record Found(
            Moment now,
            List<Schedule> due,
            Optional<Moment> next,
            List<Unreadable> unreadable,
            Optional<ScheduleId> more) {
        public Found {
            due = List.copyOf(due);
            unreadable = List.copyOf(unreadable);
        }
    }

    /** A schedule that is damaged, or was written by a program that this one does not know. */
    public record Unreadable(ScheduleId schedule, String why) {}

    /** For stores: the answer from all schedules, in their order. */
    public Found in(Collection<Schedule> all, Moment now) {
        List<Schedule> due = all.stream()
                .filter(schedule -> schedule.isDue(now)
                        && after.filter(name -> schedule.id().compareTo(name) <= 0)
                                .isEmpty())
                .limit(MOST)
                .toList();
        return new Found(
                now,
                due,
                all.stream()
                        .filter(schedule -> !schedule.paused())
                        .map(Schedule::next)
                        .filter(next -> next.isAfter(now) && next.isBefore(Moment.FOREVER))
                        .min(Comparator.naturalOrder()),
                List.of(),
                due.size() < MOST ? Optional.empty() : Optional.of(due.getLast().id()));
    }
}
