// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.schedule;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.DaylightSaving;
import dev.holdfast.core.work.Recurrence;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/**
 * The times of day of an expression, put on the time line by the clocks of a zone.
 *
 * <p>Between two changes of its clocks, a zone has one offset, and each time of day is one moment. So the search goes from
 * change to change. Only a change makes a difference: clocks that are put forward leave times of day out, which belong to the
 * stretch behind the change when they are to be made up for; clocks that are put back repeat times of day, which the stretch
 * behind the change has again and need not have. The expression itself knows no zone.
 */
final class ZoneTicks extends Ticks {
    /** 0001-01-01T00:00Z: nobody asks for older ones. */
    static final Moment FIRST = Moment.of(Instant.parse("0001-01-01T00:00:00Z"));

    /** The end of what the expression is looked for in. */
    static final Moment LAST = Moment.of(Instant.parse("9999-01-01T00:00:00Z"));

    /** No clocks are changed by more: what is farther away than this is no matter of a change. */
    private static final Duration LARGEST_CHANGE = Duration.ofDays(2);

    /** What is of every hour has its ticks in all of them, however clocks are changed. */
    private static final DaylightSaving BY_ELAPSED_TIME =
            new DaylightSaving(DaylightSaving.Missing.SKIP, DaylightSaving.Repeated.TWICE);

    private final CronTimes times;
    private final ZoneRules rules;
    private final DaylightSaving daylightSaving;

    ZoneTicks(Recurrence.Cron cron) {
        this.times = CronTimes.parse(cron.expression());
        this.rules = ZoneId.of(cron.zone()).getRules();
        this.daylightSaving = times.isOfEveryHour() ? BY_ELAPSED_TIME : cron.daylightSaving();
    }

    @Override
    public Optional<Moment> from(Moment earliest) {
        Instant at = earliest.orLater(FIRST).toInstant();
        while (at.isBefore(LAST.toInstant())) {
            Optional<LocalDateTime> regular = regular(at);
            ZoneOffset offset = rules.getOffset(at);
            Optional<Instant> found = earlier(regular.map(time -> time.toInstant(offset)), shifted(at));
            Optional<Instant> change =
                    Optional.ofNullable(rules.nextTransition(at)).map(ZoneOffsetTransition::getInstant);
            if (change.isEmpty() || found.filter(change.get()::isAfter).isPresent()) {
                return found.map(Moment::of).filter(tick -> tick.isBefore(LAST));
            }
            if (regular.isEmpty()) {
                return Optional.empty();
            }
            Instant near = found.orElseThrow().minus(LARGEST_CHANGE);
            at = near.isAfter(change.get()) ? near : change.get();
        }
        return Optional.empty();
    }

    private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
        if (one.isPresent() && other.isPresent()) {
            return one.get().isBefore(other.get()) ? one : other;
        }
        return one.or(() -> other);
    }

    /** The first time of day, by the offset of this stretch, which may be behind its end. */
    private Optional<LocalDateTime> regular(Instant at) {
        LocalDateTime local = LocalDateTime.ofInstant(at, rules.getOffset(at));
        Optional<LocalDateTime> repeatedUntil = lastChange(at)
                .filter(change -> change.isOverlap() && daylightSaving.repeated() == DaylightSaving.Repeated.ONCE)
                .map(ZoneOffsetTransition::getDateTimeBefore)
                .filter(local::isBefore);
        return times.from(repeatedUntil.orElse(local));
    }

    /** The first time of day that the change before this stretch has left out, and that is still to come. */
    private Optional<Instant> shifted(Instant at) {
        return lastChange(at)
                .filter(change -> change.isGap() && daylightSaving.missing() == DaylightSaving.Missing.SHIFT)
                .flatMap(change -> {
                    ZoneOffset before = change.getOffsetBefore();
                    return times.from(LocalDateTime.ofInstant(at, before))
                            .filter(change.getDateTimeAfter()::isAfter)
                            .map(time -> time.toInstant(before));
                });
    }

    /** The change at whose moment, or after it, this is. */
    private Optional<ZoneOffsetTransition> lastChange(Instant at) {
        return Optional.ofNullable(rules.previousTransition(at.plusNanos(1)));
    }
}
