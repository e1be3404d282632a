// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.work.PauseSchedule;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.SetSchedule;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Who looks after the schedules: sets them, gives them other terms, stops them for a while, and for good in the end. */
final class Planner extends Actor {
    /** From here on nobody needs them; every night is over by then, and what it left behind was passed. */
    private static final long LAST_DAY = 120 * SECOND;

    private final Map<ScheduleId, ScheduleTerms> terms = new HashMap<>();
    private int turn;

    Planner(World world) {
        super(world, "planner");
    }

    void start() {
        for (ScheduleId schedule : world.setting.schedules) {
            set(schedule, world.setting.terms(dice.split("terms of " + schedule)), Optional.empty());
        }
        after(2 * SECOND, this::act);
    }

    private void set(ScheduleId schedule, ScheduleTerms wanted, Optional<Integer> replaces) {
        terms.put(schedule, wanted);
        call(new SetSchedule(schedule, wanted, replaces, "pam", "wanted so"), decision -> {});
    }

    private void act() {
        Dice drawn = dice.split("turn " + turn++);
        if (!world.isHealing()) {
            disturb(drawn.pick(world.setting.schedules), drawn);
        } else if (world.time() > LAST_DAY || world.setting.night.isEmpty()) {
            world.setting.schedules.stream()
                    .filter(schedule -> !world.witness.schedules.isPaused(schedule))
                    .forEach(schedule -> call(pause(schedule, true), decision -> {}));
        }
        after(drawn.between(1_500, 5_000) * MILLISECOND, this::act);
    }

    /** Now and then in place of terms that are not there any more. */
    private void disturb(ScheduleId schedule, Dice drawn) {
        if (drawn.chance(30)) {
            int looked = Math.max(1, world.witness.schedules.revision(schedule) - (drawn.chance(20) ? 1 : 0));
            ScheduleTerms other = world.setting.terms(drawn.split("other"));
            ScheduleTerms former = Objects.requireNonNull(terms.get(schedule));
            set(schedule, drawn.chance(50) ? other : other.with(former.recurrence()), Optional.of(looked));
        } else if (drawn.chance(20)) {
            set(schedule, Objects.requireNonNull(terms.get(schedule)), Optional.empty());
        } else if (drawn.chance(50)) {
            call(
                    pause(schedule, true),
                    d -> after(drawn.between(100, 6_000) * MILLISECOND, () -> call(pause(schedule, false), e -> {})));
        }
    }

    private static PauseSchedule pause(ScheduleId schedule, boolean paused) {
        return new PauseSchedule(schedule, paused, "pam", "maintenance");
    }
}
