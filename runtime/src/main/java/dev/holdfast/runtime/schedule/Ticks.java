// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.schedule;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Recurrence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The moments that a recurrence gives, without beginning and mostly without end. Immutable and thread-safe. */
public abstract sealed class Ticks permits IntervalTicks, ZoneTicks {
    /** The smallest step of moments. */
    static final Duration NEXT = Duration.ofNanos(1_000);

    Ticks() {}

    /** @throws IllegalArgumentException when the expression is none that is understood; the message says why */
    public static Ticks of(Recurrence recurrence) {
        return switch (recurrence) {
            case Recurrence.Every every -> new IntervalTicks(every);
            case Recurrence.Cron cron -> new ZoneTicks(cron);
        };
    }

    /** The first tick that is not before a moment; empty when there is none until the year 9999. */
    public abstract Optional<Moment> from(Moment earliest);

    /** The first tick after a moment; {@link Moment#FOREVER} when there is none. */
    public final Moment after(Moment moment) {
        return from(moment.plus(NEXT)).orElse(Moment.FOREVER);
    }

    /** The first ticks of a stretch of time, both of whose ends belong to it, at most so many. */
    public final List<Moment> between(Moment first, Moment last, int most) {
        List<Moment> ticks = new ArrayList<>();
        Moment tick = from(first).orElse(Moment.FOREVER);
        while (ticks.size() < most && !tick.isAfter(last) && tick.isBefore(Moment.FOREVER)) {
            ticks.add(tick);
            tick = after(tick);
        }
        return ticks;
    }

    /**
     * The last tick of such a stretch. Looks at the end of it first and then at twice as much, so that many ticks cost no more
     * than few.
     */
    public final Optional<Moment> newest(Moment first, Moment last) {
        Duration all = last.since(first);
        Duration look = Duration.ofMinutes(2);
        while (true) {
            Moment from = look.compareTo(all) < 0 ? last.minus(look) : first;
            List<Moment> ticks = between(from, last, Integer.MAX_VALUE);
            if (!ticks.isEmpty() || from.equals(first)) {
                return ticks.isEmpty() ? Optional.empty() : Optional.of(ticks.getLast());
            }
            look = look.multipliedBy(2);
        }
    }
}
