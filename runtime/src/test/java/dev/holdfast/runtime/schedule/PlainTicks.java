// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.schedule;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.DaylightSaving;
import dev.holdfast.core.work.Recurrence;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The slow and obvious twin: looks at every minute and asks what the clocks of the zone show then. */
final class PlainTicks {
    private final String[] fields;
    private final ZoneRules rules;
    private final DaylightSaving daylightSaving;

    PlainTicks(Recurrence.Cron cron) {
        this.fields = cron.expression().split(" ");
        this.rules = ZoneId.of(cron.zone()).getRules();
        boolean everyHour = List.of("*", "*/1").contains(fields[1]);
        this.daylightSaving = everyHour
                ? new DaylightSaving(DaylightSaving.Missing.SKIP, DaylightSaving.Repeated.TWICE)
                : cron.daylightSaving();
    }

    List<Moment> between(Instant first, Instant last) {
        TreeSet<Moment> ticks = new TreeSet<>();
        // A shifted tick may come from a time of day that was left out as much as a day before.
        Instant start = first.truncatedTo(ChronoUnit.MINUTES).minusSeconds(172_800);
        for (Instant at = start; !at.isAfter(last.plusSeconds(172_800)); at = at.plusSeconds(60)) {
            for (ZoneOffset offset : List.of(rules.getOffset(at), rules.getOffset(at.minusSeconds(172_800)))) {
                LocalDateTime time = LocalDateTime.ofInstant(at, offset);
                if (matches(time)) {
                    add(time, ticks);
                }
            }
        }
        return ticks.stream()
                .filter(tick ->
                        !tick.toInstant().isBefore(first) && !tick.toInstant().isAfter(last))
                .toList();
    }

    /** What becomes of one time of day, of which a zone has one, none or two. */
    private void add(LocalDateTime time, Set<Moment> ticks) {
        List<ZoneOffset> offsets = rules.getValidOffsets(time);
        if (offsets.isEmpty()) {
            if (daylightSaving.missing() == DaylightSaving.Missing.SHIFT) {
                ticks.add(Moment.of(time.toInstant(rules.getTransition(time).getOffsetBefore())));
            }
            return;
        }
        ticks.add(Moment.of(time.toInstant(offsets.getFirst())));
        if (daylightSaving.repeated() == DaylightSaving.Repeated.TWICE) {
            ticks.add(Moment.of(time.toInstant(offsets.getLast())));
        }
    }

    private boolean matches(LocalDateTime time) {
        boolean ofMonth = matches(fields[2], time.getDayOfMonth(), 1);
        boolean ofWeek = matches(fields[4], time.getDayOfWeek().getValue() % 7, 0)
                || matches(fields[4], time.getDayOfWeek().getValue(), 0);
        boolean day = (fields[2].equals("*") || fields[4].equals("*")) ? ofMonth && ofWeek : ofMonth || ofWeek;
        return day
                && matches(fields[0], time.getMinute(), 0)
                && matches(fields[1], time.getHour(), 0)
                && matches(fields[3], time.getMonthValue(), 1);
    }

    /** A list of numbers, ranges, and either of them or all with a step. */
    private static boolean matches(String field, int value, int lowest) {
        for (String part : field.split(",")) {
            String[] stepped = part.split("/");
            String[] ends = stepped[0].split("-");
            boolean all = stepped[0].equals("*");
            int from = all ? lowest : Integer.parseInt(ends[0]);
            int to = all ? Integer.MAX_VALUE : Integer.parseInt(ends[ends.length - 1]);
            int step = stepped.length > 1 ? Integer.parseInt(stepped[1]) : 1;
            if (value >= from && value <= to && (value - from) % step == 0) {
                return true;
            }
        }
        return false;
    }
}
