// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.schedule;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The days and times of day of an expression of five fields, as crontab has them: minute, hour, day of month, month, day of
 * week; of the two days one is enough where both are restricted. What clocks are changed by is no matter here: the library is
 * asked in a zone that changes none.
 */
final class CronTimes {
    private static final int HOUR = 1;

    private final ExecutionTime times;
    private final boolean ofEveryHour;

    private CronTimes(ExecutionTime times, boolean ofEveryHour) {
        this.times = times;
        this.ofEveryHour = ofEveryHour;
    }

    /** @throws IllegalArgumentException when it cannot be understood */
    static CronTimes parse(String expression) {
        CronParser parser = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
        try {
            Cron cron = parser.parse(expression).validate();
            String[] fields = cron.asString().split(" ", -1);
            return new CronTimes(ExecutionTime.forCron(cron), fields[HOUR].equals("*"));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("cron expression '" + expression + "': " + e.getMessage(), e);
        }
    }

    /** Whether no hour is named. */
    boolean isOfEveryHour() {
        return ofEveryHour;
    }

    /** The first that is not before {@code earliest}; empty when there is none for many years. */
    Optional<LocalDateTime> from(LocalDateTime earliest) {
        LocalDateTime minute = earliest.truncatedTo(ChronoUnit.MINUTES);
        LocalDateTime first = minute.equals(earliest) ? minute : minute.plusMinutes(1);
        return times.nextExecution(first.minusSeconds(1).atZone(ZoneOffset.UTC)).map(ZonedDateTime::toLocalDateTime);
    }
}
