// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.DaylightSaving;
import dev.holdfast.core.work.Misfire;
import dev.holdfast.core.work.Overlap;
import dev.holdfast.core.work.Recurrence;
import dev.holdfast.runtime.schedule.Ticks;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/** When recurring work has its ticks, and what becomes of them. Immutable: every method returns a changed copy. */
public final class ScheduleOptions {
    private final Recurrence recurrence;
    private final Overlap overlap;
    private final Misfire misfire;
    private final SubmitOptions submission;

    private ScheduleOptions(Recurrence recurrence, Overlap overlap, Misfire misfire, SubmitOptions submission) {
        this.recurrence = recurrence;
        this.overlap = overlap;
        this.misfire = misfire;
        this.submission = submission;
    }

    private static ScheduleOptions of(Recurrence recurrence) {
        return new ScheduleOptions(recurrence, Overlap.SKIP, Misfire.DEFAULT, SubmitOptions.none());
    }

    /**
     * By the calendar of a zone, with {@link DaylightSaving#DEFAULT}.
     *
     * @param expression minute, hour, day of month, month, day of week, as crontab has them
     * @throws IllegalArgumentException when it cannot be understood
     */
    public static ScheduleOptions cron(String expression, ZoneId zone) {
        return cron(expression, zone, DaylightSaving.DEFAULT);
    }

    /** {@link #cron(String, ZoneId)} with a choice of what becomes of times of day that are left out or come twice. */
    public static ScheduleOptions cron(String expression, ZoneId zone, DaylightSaving daylightSaving) {
        Recurrence recurrence = new Recurrence.Cron(expression, zone.getId(), daylightSaving);
        Ticks.of(recurrence);
        return of(recurrence);
    }

    /**
     * At equal distances, counted from 1970-01-01T00:00Z: {@code every(5 minutes)} has ticks at :00, :05 and so on.
     *
     * @param interval 1 s to 366 days
     */
    public static ScheduleOptions every(Duration interval) {
        return every(interval, Instant.EPOCH);
    }

    /** {@link #every(Duration)}, counted from {@code anchor}. */
    public static ScheduleOptions every(Duration interval, Instant anchor) {
        return of(new Recurrence.Every(interval, Moment.of(anchor)));
    }

    /** What becomes of a tick while the unit before it has not ended; {@link Overlap#SKIP} by default. */
    public ScheduleOptions overlap(Overlap value) {
        return new ScheduleOptions(recurrence, value, misfire, submission);
    }

    /** What becomes of ticks that nobody passed in time; {@link Misfire#DEFAULT} by default. */
    public ScheduleOptions misfire(Misfire.Policy policy, Duration within) {
        return new ScheduleOptions(recurrence, overlap, new Misfire(policy, within), submission);
    }

    /** What each tick submits beyond kind and payload; without key and id, which are the schedule's. */
    public ScheduleOptions submit(SubmitOptions value) {
        if (value.key().isPresent()) {
            throw new IllegalArgumentException("the key of what a schedule submits is its tick");
        }
        return new ScheduleOptions(recurrence, overlap, misfire, value);
    }

    Recurrence recurrence() {
        return recurrence;
    }

    Overlap overlap() {
        return overlap;
    }

    Misfire misfire() {
        return misfire;
    }

    SubmitOptions submission() {
        return submission;
    }
}
