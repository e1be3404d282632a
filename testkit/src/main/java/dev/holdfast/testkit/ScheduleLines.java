// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.Command;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.work.DaylightSaving;
import dev.holdfast.core.work.DeleteSchedule;
import dev.holdfast.core.work.Misfire;
import dev.holdfast.core.work.Overlap;
import dev.holdfast.core.work.PauseSchedule;
import dev.holdfast.core.work.Recurrence;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.SetSchedule;
import dev.holdfast.core.work.Tick;
import java.util.Optional;

/** Reads and writes commands about schedules. Moments are written as their distance from the start of the clock. */
final class ScheduleLines {
    private static final String FOREVER = "forever";

    private ScheduleLines() {}

    private static SetSchedule set(Words words) {
        ScheduleId schedule = schedule(words);
        PoolId pool = new PoolId(words.next("pool"));
        ScheduleTerms terms = new ScheduleTerms(
                pool,
                ScenarioParts.template(words),
                recurrence(words),
                Words.constant(Overlap.class, words.take("overlap", Overlap.SKIP.name())),
                new Misfire(
                        Words.constant(
                                Misfire.Policy.class,
                                words.take("misfire", Misfire.DEFAULT.policy().name())),
                        Durations.parse(words.take("within", "1d"))));
        return new SetSchedule(
                schedule,
                terms,
                words.take("replaces").map(Words::number),
                words.take("actor", "ann"),
                words.take("reason", "needed"));
    }

    private static Recurrence recurrence(Words words) {
        Optional<String> cron = words.take("cron");
        if (cron.isEmpty()) {
            return new Recurrence.Every(Durations.parse(words.take("every", "5m")), moment(words.take("anchor", "0s")));
        }
        return new Recurrence.Cron(
                cron.get(),
                words.take("zone", "UTC"),
                new DaylightSaving(
                        Words.constant(DaylightSaving.Missing.class, words.take("missing", "SHIFT")),
                        Words.constant(DaylightSaving.Repeated.class, words.take("repeated", "ONCE"))));
    }

    private static PauseSchedule pause(boolean paused, Words words) {
        return new PauseSchedule(
                schedule(words), paused, words.take("actor", "ann"), words.take("reason", "maintenance"));
    }

    private static DeleteSchedule delete(Words words) {
        return new DeleteSchedule(schedule(words), words.take("actor", "ann"), words.take("reason", "not needed"));
    }

    /** {@code tick nightly from=0s due=0s,5m next=10m}. */
    private static Tick tick(Words words) {
        return new Tick(
                schedule(words),
                words.takeInt("revision", 1),
                moment(words.take("from", "0s")),
                words.takeList("due").stream().map(ScheduleLines::moment).toList(),
                moment(words.take("next", FOREVER)));
    }

    static ScheduleId schedule(Words words) {
        return new ScheduleId(words.next("schedule"));
    }

    private static Moment moment(String text) {
        if (text.equals(FOREVER)) {
            return Moment.FOREVER;
        }
        return text.startsWith("-")
                ? ManualClock.START.minus(Durations.parse(text.substring(1)))
                : ManualClock.START.plus(Durations.parse(text));
    }

    private static String print(Moment moment) {
        String text = Durations.print(moment);
        return text.startsWith("+") ? text.substring(1) : text;
    }

    /** Empty when it is about something else. */
    static Optional<String> line(Command<?> command) {
        return switch (command) {
            case SetSchedule set -> Optional.of(line(set));
            case PauseSchedule pause ->
                Optional.of(new LineWords(pause.paused() ? "pause-schedule" : "resume-schedule", pause.schedule())
                        .part("actor", pause.actor())
                        .part("reason", pause.reason())
                        .line());
            case DeleteSchedule delete ->
                Optional.of(new LineWords("delete-schedule", delete.schedule())
                        .part("actor", delete.actor())
                        .part("reason", delete.reason())
                        .line());
            case Tick tick ->
                Optional.of(new LineWords("tick", tick.schedule())
                        .part("revision", tick.revision(), 1)
                        .part("from", print(tick.expected()))
                        .list(
                                "due",
                                tick.due().stream().map(ScheduleLines::print).toList())
                        .part("next", print(tick.following()), FOREVER)
                        .line());
            default -> Optional.empty();
        };
    }

    private static String line(SetSchedule set) {
        ScheduleTerms terms = set.terms();
        LineWords words = new LineWords("schedule", set.schedule(), terms.pool());
        switch (terms.recurrence()) {
            case Recurrence.Every every ->
                words.part("every", Durations.print(every.interval())).part("anchor", print(every.anchor()), "0s");
            case Recurrence.Cron cron ->
                words.part("cron", cron.expression())
                        .part("zone", cron.zone())
                        .part("missing", cron.daylightSaving().missing(), DaylightSaving.Missing.SHIFT)
                        .part("repeated", cron.daylightSaving().repeated(), DaylightSaving.Repeated.ONCE);
        }
        words.part("overlap", terms.overlap(), Overlap.SKIP)
                .part("misfire", terms.misfire().policy(), Misfire.DEFAULT.policy())
                .part("within", Durations.print(terms.misfire().within()), "1d")
                .part("replaces", set.replaces().map(Object::toString).orElse(""))
                .part("actor", set.actor())
                .part("reason", set.reason());
        return PartLines.parts(words, terms.template()).line();
    }

    /** The command of a verb that nobody else knows. */
    static Command<?> command(String verb, Words words) {
        return switch (verb) {
            case "schedule" -> set(words);
            case "pause-schedule" -> pause(true, words);
            case "resume-schedule" -> pause(false, words);
            case "delete-schedule" -> delete(words);
            case "tick" -> tick(words);
            default -> throw new ScenarioError("no such verb: '" + verb + "'");
        };
    }
}
