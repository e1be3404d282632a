// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.Schedule;
import java.time.Duration;
import java.util.Optional;

/**
 * Passes over the schedules, as every process does that works; there are several, and each believes that it is alone. Now
 * and then its clock is ahead of the ledger's.
 */
final class Passer extends Actor {
    private int pass;

    Passer(World world, int number) {
        super(world, "passer-" + number);
    }

    /** @param night the time in which nobody passes */
    void start(Optional<Setting.Night> night) {
        pass(night);
    }

    private void pass(Optional<Setting.Night> night) {
        Dice drawn = dice.split("pass " + pass++);
        if (night.filter(hours -> hours.includes(world.time())).isEmpty()) {
            DueSchedules.Found found = world.ledger.ask(new DueSchedules(Optional.empty()));
            Moment now = drawn.chance(5) ? found.now().plus(Duration.ofSeconds(9)) : found.now();
            for (Schedule schedule : found.due()) {
                call(Grid.pass(schedule, now), decision -> {});
            }
        }
        after(drawn.between(500, 1_500) * MILLISECOND, () -> pass(night));
    }
}
