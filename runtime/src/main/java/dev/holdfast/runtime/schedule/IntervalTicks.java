// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.schedule;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Recurrence;
import java.util.Optional;

/** Moments at equal distances from an anchor, before it as well. */
final class IntervalTicks extends Ticks {
    private final long interval;
    private final long anchor;

    IntervalTicks(Recurrence.Every every) {
        this.interval = Moment.micros(every.interval());
        this.anchor = every.anchor().micros();
    }

    @Override
    public Optional<Moment> from(Moment earliest) {
        if (earliest.isAfter(ZoneTicks.LAST)) {
            return Optional.empty();
        }
        long distance = Math.subtractExact(Math.max(earliest.micros(), ZoneTicks.FIRST.micros()), anchor);
        long steps = -Math.floorDiv(-distance, interval);
        return Optional.of(new Moment(anchor + steps * interval));
    }
}
