// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Recurrence;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.document.DurationText;
import dev.holdfast.runtime.schedule.Ticks;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Schedules as members for {@link Output}. */
final class ScheduleViews {
    private static final int TICKS = 5;

    private ScheduleViews() {}

    /** A schedule in a line of a list. */
    static Map<String, Object> line(Schedule schedule) {
        ScheduleTerms terms = schedule.terms();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("schedule", schedule.id().value());
        members.put("pool", terms.pool().value());
        members.put("kind", terms.template().requirements().eligibility().kind());
        members.put("recurrence", recurrence(terms.recurrence()));
        members.put("next", schedule.paused() ? "" : next(schedule));
        members.put("newest", schedule.newest().map(Moment::toString).orElse(""));
        members.put("submitted", schedule.submitted());
        members.put("leftOut", schedule.leftOut());
        members.put("paused", schedule.paused());
        return members;
    }

    private static String next(Schedule schedule) {
        List<String> ticks = ticks(schedule.terms().recurrence(), schedule.next());
        return ticks.isEmpty() ? "never" : ticks.getFirst();
    }

    private static String recurrence(Recurrence recurrence) {
        return switch (recurrence) {
            case Recurrence.Cron cron -> cron.expression() + " " + cron.zone();
            case Recurrence.Every every -> "every " + DurationText.write(every.interval());
        };
    }

    /** What people say of a schedule, each value as one text; what is not asked for is left away. */
    static Map<String, String> terms(ScheduleTerms terms) {
        Requirements requirements = terms.template().requirements();
        Eligibility eligibility = requirements.eligibility();
        Map<String, String> members = new LinkedHashMap<>();
        members.put("pool", terms.pool().value());
        members.put("kind", eligibility.kind());
        members.put("payload", Views.text(terms.template().payload()));
        switch (terms.recurrence()) {
            case Recurrence.Cron cron -> {
                members.put("cron", cron.expression());
                members.put("zone", cron.zone());
                members.put("missing", word(cron.daylightSaving().missing()));
                members.put("repeated", word(cron.daylightSaving().repeated()));
            }
            case Recurrence.Every every -> {
                members.put("every", DurationText.write(every.interval()));
                members.put("anchor", every.anchor().toString());
            }
        }
        members.put("overlap", word(terms.overlap()));
        members.put("misfire", word(terms.misfire().policy()));
        members.put("within", DurationText.write(terms.misfire().within()));
        members.put("guarantee", eligibility.guarantee().name());
        members.put("recovery", requirements.recovery().name());
        members.put("band", Integer.toString(requirements.band()));
        members.put("fairnessKey", requirements.fairnessKey());
        members.put("capabilities", String.join(", ", eligibility.capabilities()));
        members.put("affinity", eligibility.affinity().orElse(""));
        members.put("definition", eligibility.definition().map(Object::toString).orElse(""));
        members.put("irVersion", eligibility.irVersion().orElse(""));
        members.put("demand", Table.cell(requirements.needs().demand()));
        members.put("domains", String.join(", ", requirements.needs().domains()));
        members.put("delay", requirements.delay().isZero() ? "" : DurationText.write(requirements.delay()));
        members.put("startBy", requirements.startBy().map(DurationText::write).orElse(""));
        members.put("runLimit", requirements.runLimit().map(DurationText::write).orElse(""));
        members.put("labels", Table.cell(terms.template().labels()));
        members.put("trace", terms.template().trace());
        members.values().removeIf(String::isEmpty);
        return members;
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** The next ticks from a moment on, by the clocks of the zone. */
    static List<String> ticks(Recurrence recurrence, Moment from) {
        ZoneId zone = recurrence instanceof Recurrence.Cron cron ? ZoneId.of(cron.zone()) : ZoneId.of("UTC");
        return Ticks.of(recurrence).between(from, Moment.FOREVER, TICKS).stream()
                .map(tick -> tick.toInstant().atZone(zone).toOffsetDateTime().toString())
                .toList();
    }
}
