// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Recurrence;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.Tick;
import java.util.ArrayList;
import java.util.List;

/** The ticks of schedules at equal distances, counted one by one. */
final class Grid {
    private Grid() {}

    /** From {@code first} to {@code last}, both included; the earliest of them where they are more than a pass may have. */
    static List<Moment> between(Recurrence.Every every, Moment first, Moment last) {
        List<Moment> ticks = new ArrayList<>();
        Moment tick = from(every, first);
        while (!tick.isAfter(last) && ticks.size() < Tick.MOST) {
            ticks.add(tick);
            tick = tick.plus(every.interval());
        }
        return ticks;
    }

    /** The first tick at this moment or after it. */
    static Moment from(Recurrence.Every every, Moment first) {
        long step = Moment.micros(every.interval());
        long behind = Math.floorMod(first.micros() - every.anchor().micros(), step);
        return behind == 0 ? first : new Moment(first.micros() - behind + step);
    }

    /** A pass over a schedule by who takes it to be {@code now}. */
    static Tick pass(Schedule schedule, Moment now) {
        Recurrence.Every every = every(schedule.terms().recurrence());
        Moment next = schedule.next();
        if (next.isAfter(now)) {
            return new Tick(schedule.id(), schedule.revision(), next, List.of(), next);
        }
        List<Moment> due = between(every, next, now);
        Moment following = due.isEmpty() ? from(every, next) : due.getLast().plus(every.interval());
        return new Tick(schedule.id(), schedule.revision(), next, due, following);
    }

    static Recurrence.Every every(Recurrence recurrence) {
        return switch (recurrence) {
            case Recurrence.Every every -> every;
            case Recurrence.Cron cron -> throw new IllegalArgumentException("no calendars here: " + cron);
        };
    }
}
