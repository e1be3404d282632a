// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.work.DaylightSaving;
import dev.holdfast.core.work.DeleteSchedule;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Misfire;
import dev.holdfast.core.work.Overlap;
import dev.holdfast.core.work.PauseSchedule;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Recurrence;
import dev.holdfast.core.work.ScheduleDecision;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.SetSchedule;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Tick;
import dev.holdfast.core.work.TickDecision;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * A few schedules that are set, paused, deleted, and passed over again and again. The moments of a pass are drawn: a ledger
 * understands no calendar. So many ticks are due that several are so at once, and some are missed.
 */
final class RandomSchedules {
    /** @param next as far as is known */
    private record Known(int revision, Moment next) {}

    private static final int NAMES = 3;

    private final Random random;
    private final Map<ScheduleId, Known> known = new HashMap<>();
    private Moment now = ManualClock.START;

    RandomSchedules(Random random) {
        this.random = random;
    }

    void pass(Duration pause) {
        now = now.plus(pause);
    }

    Command<?> next(PoolId pool) {
        ScheduleId schedule = new ScheduleId("s" + random.nextInt(NAMES));
        Known last = known.get(schedule);
        if (last == null) {
            return set(schedule, pool, Optional.empty());
        }
        return switch (random.nextInt(20)) {
            case 0 -> new PauseSchedule(schedule, true, "ann", "busy");
            case 1, 2 -> new PauseSchedule(schedule, false, "bob", "idle");
            case 3 -> new DeleteSchedule(schedule, "ann", "gone");
            case 4, 5 -> set(schedule, pool, Optional.of(last.revision() + (random.nextInt(8) == 0 ? 1 : 0)));
            case 6 -> set(schedule, pool, Optional.empty());
            default -> tick(schedule, last);
        };
    }

    private SetSchedule set(ScheduleId schedule, PoolId pool, Optional<Integer> replaces) {
        ScheduleTerms terms = new ScheduleTerms(
                pool,
                template(),
                recurrence(),
                pick(Overlap.values()),
                new Misfire(pick(Misfire.Policy.values()), Duration.ofSeconds(60 + random.nextInt(60))));
        return new SetSchedule(schedule, terms, replaces, "ann", "wanted");
    }

    private Submission template() {
        String kind = "abc".substring(random.nextInt(3)).substring(0, 1);
        Submission.Builder unit = ScheduleTerms.template(random.nextInt(30) == 0 ? Inquiry.kindOf(kind) : kind)
                .payload(random.nextBoolean() ? Payload.EMPTY : Payload.text("tick\t" + random.nextInt(3)))
                .fairnessKey(random.nextBoolean() ? "" : "tenant\uD83D\uDE00")
                .band(random.nextInt(3));
        switch (random.nextInt(10)) {
            case 0 -> unit.demand("cpu", 1 + random.nextInt(7));
            case 1 -> unit.domain("d");
            case 2 -> unit.domain("f").demand("cpu", 2);
            case 3 -> unit.delay(Duration.ofMillis(1_500)).startBy(Duration.ofSeconds(9));
            case 4 -> unit.runLimit(Duration.ofSeconds(2)).labels(Map.of("colour", "r=e\\d"));
            case 5 -> unit.recovery(Recovery.RECONCILE_BEFORE_REDISPATCH).trace("00-abc-def-01");
            case 6 -> unit.capabilities(List.of("x")).definition(RandomPools.definition(random.nextInt(3)));
            default -> {}
        }
        return unit.build();
    }

    private Recurrence recurrence() {
        return random.nextInt(3) == 0
                ? new Recurrence.Cron("*/" + (1 + random.nextInt(9)) + " * * * *", "Europe/Berlin", daylightSaving())
                : new Recurrence.Every(
                        Duration.ofSeconds(1 + random.nextInt(4)), new Moment(random.nextInt(1_000) - 500L));
    }

    private DaylightSaving daylightSaving() {
        return new DaylightSaving(pick(DaylightSaving.Missing.values()), pick(DaylightSaving.Repeated.values()));
    }

    private <T> T pick(T[] all) {
        return List.of(all).get(random.nextInt(all.length));
    }

    /** Mostly of the moment that is known, with ticks up to now, of which now and then the last is too early. */
    private Tick tick(ScheduleId schedule, Known last) {
        Moment expected = random.nextInt(12) == 0 ? last.next().plus(Duration.ofSeconds(1)) : last.next();
        List<Moment> due = new ArrayList<>();
        if (expected.equals(Moment.FOREVER)) {
            return new Tick(schedule, last.revision(), expected, due, expected);
        }
        Moment tick = expected;
        while (!tick.isAfter(now) && due.size() < 5) {
            due.add(tick);
            tick = tick.plus(gap());
        }
        if (random.nextInt(10) == 0) {
            due.add(tick);
            tick = tick.plus(gap());
        }
        if (due.size() > 1 && random.nextInt(4) == 0) {
            due.removeFirst();
        }
        int revision = last.revision() + (random.nextInt(15) == 0 ? 1 : 0);
        return new Tick(schedule, revision, expected, due, random.nextInt(200) == 0 ? Moment.FOREVER : tick);
    }

    private Duration gap() {
        return Duration.ofMillis(
                random.nextInt(12) == 0 ? 20_000 + random.nextInt(60_000) : 1_000 + random.nextInt(4_000));
    }

    void learn(Command<?> command, Decision decision) {
        switch (command) {
            case SetSchedule set -> learn(set.schedule(), decision);
            case PauseSchedule pause -> learn(pause.schedule(), decision);
            case DeleteSchedule delete -> known.remove(delete.schedule());
            case Tick tick -> {
                switch (decision) {
                    case TickDecision.Ticked ticked ->
                        known.put(tick.schedule(), new Known(tick.revision(), tick.following()));
                    case TickDecision.Moved moved ->
                        known.put(tick.schedule(), new Known(moved.revision(), moved.next()));
                    default -> {}
                }
            }
            default -> {}
        }
    }

    private void learn(ScheduleId schedule, Decision decision) {
        Known last = known.getOrDefault(schedule, new Known(1, now));
        switch (decision) {
            case ScheduleDecision.Defined defined -> known.put(schedule, new Known(1, now));
            case ScheduleDecision.Revised revised -> known.put(schedule, new Known(revised.revision(), last.next()));
            case ScheduleDecision.Resumed resumed ->
                known.put(schedule, new Known(last.revision(), last.next().orLater(now)));
            case ScheduleDecision.TermsConflict other -> known.put(schedule, new Known(other.revision(), last.next()));
            default -> {}
        }
    }
}
