// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.List;
import java.util.Optional;

/**
 * Defining, pausing and deleting schedules.
 *
 * <pre>
 * set     1 known, same terms                                Repeated
 *         2 known, other terms, not its revision replaced    TermsConflict
 *         3 a revision replaced, no such schedule            ScheduleUnknown
 *         4 no such pool                                     NoPool
 *         5 the pool would never take what it submits        Refused
 *         6 one schedule too many                            TooManySchedules
 *         7 not known / known                                Defined, revision 1 / Revised
 * pause   1 no such schedule                                 ScheduleUnknown
 *         2 it is so already                                 Repeated
 *         3                                                  Paused or Resumed
 * delete  1 no such schedule                                 ScheduleUnknown
 *         2                                                  Deleted
 * </pre>
 */
public final class ScheduleRules {
    private ScheduleRules() {}

    public static Save<ScheduleDecision> set(SetSchedule command, SchedulePage page) {
        Optional<ScheduleDecision> refusal = guard(command, page);
        if (refusal.isPresent()) {
            return Save.nothing(refusal.get());
        }
        if (page.schedule().isEmpty()) {
            Schedule schedule = Schedule.defined(command, page.now());
            return Save.audited(
                    Changes.of(ScheduleChange.to(schedule)),
                    command,
                    new ScheduleDecision.Defined(schedule.revision()),
                    page.now());
        }
        Schedule schedule = page.schedule().get().revised(command.terms(), page.now());
        return Save.audited(
                Changes.of(ScheduleChange.to(schedule)),
                command,
                new ScheduleDecision.Revised(schedule.revision()),
                page.now());
    }

    private static Optional<ScheduleDecision> guard(SetSchedule command, SchedulePage page) {
        if (page.schedule().isPresent()) {
            Schedule known = page.schedule().get();
            List<String> differences = known.terms().differences(command.terms());
            if (differences.isEmpty()) {
                return Optional.of(new ScheduleDecision.Repeated(known.revision()));
            }
            if (!command.replaces().equals(Optional.of(known.revision()))) {
                return Optional.of(new ScheduleDecision.TermsConflict(known.revision(), differences));
            }
        } else if (command.replaces().isPresent()) {
            return Optional.of(new ScheduleDecision.ScheduleUnknown(command.schedule()));
        }
        if (page.pool().isEmpty()) {
            return Optional.of(new ScheduleDecision.NoPool(command.terms().pool()));
        }
        Optional<TickRefusal> never =
                TickRules.never(command.terms().template(), page.pool().get());
        if (never.isPresent()) {
            return never.map(ScheduleDecision.Refused::new);
        }
        return page.schedule().isEmpty() && page.schedules() >= Schedule.MOST
                ? Optional.of(new ScheduleDecision.TooManySchedules(Schedule.MOST))
                : Optional.empty();
    }

    public static Save<ScheduleDecision> pause(PauseSchedule command, SchedulePage page) {
        if (page.schedule().isEmpty()) {
            return Save.nothing(new ScheduleDecision.ScheduleUnknown(command.schedule()));
        }
        Schedule schedule = page.schedule().get();
        if (schedule.paused() == command.paused()) {
            return Save.nothing(new ScheduleDecision.Repeated(schedule.revision()));
        }
        return Save.audited(
                Changes.of(ScheduleChange.to(schedule.withPaused(command.paused(), page.now()))),
                command,
                command.paused() ? new ScheduleDecision.Paused() : new ScheduleDecision.Resumed(),
                page.now());
    }

    public static Save<ScheduleDecision> delete(DeleteSchedule command, SchedulePage page) {
        if (page.schedule().isEmpty()) {
            return Save.nothing(new ScheduleDecision.ScheduleUnknown(command.schedule()));
        }
        return Save.audited(
                Changes.of(ScheduleChange.gone(command.schedule())),
                command,
                new ScheduleDecision.Deleted(),
                page.now());
    }
}
