// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import dev.holdfast.core.Names;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;

/**
 * When a schedule has its ticks. The ledger keeps it and does not understand calendars: whoever passes over a schedule says
 * which moments it gives.
 */
public sealed interface Recurrence {
    /**
     * By the calendar of a zone.
     *
     * @param expression five fields: minute, hour, day of month, month, day of week
     * @param zone a region such as {@code Europe/Berlin}, or an offset
     */
    record Cron(String expression, String zone, DaylightSaving daylightSaving) implements Recurrence {
        /** @throws IllegalArgumentException when the expression is no name, or there is no such zone */
        public Cron {
            Names.check("cron expression", expression);
            Names.check("zone", zone);
            try {
                ZoneId.of(zone);
            } catch (DateTimeException e) {
                throw new IllegalArgumentException("there is no zone '" + zone + "'", e);
            }
        }

        @Override
        public String toString() {
            return "cron '" + expression + "' in " + zone + " (" + daylightSaving + ")";
        }
    }

    /**
     * At equal distances, whatever clocks show.
     *
     * @param interval {@link #SHORTEST} to {@link #LONGEST}, of whole microseconds
     * @param anchor one of the ticks, as if it had ever been so
     */
    record Every(Duration interval, Moment anchor) implements Recurrence {
        public static final Duration SHORTEST = Duration.ofSeconds(1);
        public static final Duration LONGEST = Duration.ofDays(366);

        /** @throws IllegalArgumentException when the interval is out of its bounds */
        public Every {
            if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("an interval is 1 s to 366 days, not " + interval);
            }
            if (interval.toNanos() % 1_000 != 0) {
                throw new IllegalArgumentException("an interval has whole microseconds, not " + interval);
            }
            if (anchor.isBefore(FIRST_ANCHOR) || anchor.isAfter(LAST_ANCHOR)) {
                throw new IllegalArgumentException("an anchor is of the years 1 to 9999, not " + anchor);
            }
        }

        /** 0001-01-01T00:00Z. */
        private static final Moment FIRST_ANCHOR = new Moment(-62_135_596_800_000_000L);

        /** 9999-12-31T00:00Z. */
        private static final Moment LAST_ANCHOR = new Moment(253_402_214_400_000_000L);

        @Override
        public String toString() {
            return "every " + interval + " from " + anchor;
        }
    }
}
