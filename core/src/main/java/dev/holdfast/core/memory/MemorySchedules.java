// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.ScheduleChange;
import dev.holdfast.core.work.SchedulePage;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Schedules by name. */
final class MemorySchedules {
    private final TreeMap<ScheduleId, Schedule> schedules = new TreeMap<>();

    Optional<Schedule> find(ScheduleId id) {
        return Optional.ofNullable(schedules.get(id));
    }

    SchedulePage page(ScheduleId id, Optional<PoolId> wanted, MemoryQueries queries, Moment now) {
        Optional<Schedule> schedule = find(id);
        Optional<PoolId> pool =
                wanted.or(() -> schedule.map(each -> each.terms().pool()));
        boolean lastOpen = schedule.flatMap(Schedule::last)
                .flatMap(queries::unit)
                .filter(unit -> !unit.status().isEnd())
                .isPresent();
        return new SchedulePage(
                now,
                schedule,
                pool.flatMap(queries::pool),
                pool.map(queries::queued).orElse(0L),
                lastOpen,
                schedules.size());
    }

    List<Schedule> all() {
        return List.copyOf(schedules.values());
    }

    DueSchedules.Found due(DueSchedules query, Moment now) {
        return query.in(schedules.values(), now);
    }

    void apply(ScheduleChange change) {
        change.after().ifPresentOrElse(after -> schedules.put(after.id(), after), () -> schedules.remove(change.id()));
    }

    List<Captured.OfSchedule> captured() {
        return schedules.values().stream().map(Captured.OfSchedule::new).toList();
    }

    void restore(Captured.OfSchedule part) {
        schedules.put(part.schedule().id(), part.schedule());
    }
}
