// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitTogether;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Submits the work of a history; sends each until it is acknowledged, and some again, with the same intent or another. */
final class Submitter extends Actor {
    private int acknowledged;

    Submitter(World world) {
        super(world, "submitter");
    }

    void start(int works, long micros) {
        for (int i = 0; i < works; i++) {
            String key = "key-" + i;
            Dice drawn = dice.split(key);
            PoolId pool = drawn.pick(List.copyOf(world.setting.pools.keySet()));
            Submit submit = new Submit(
                    pool, world.setting.submission(pool, key, drawn.split("same")), hold(drawn.split("hold")));
            after(drawn.between(0, micros), () -> call(submit, decision -> acknowledged++));
            if (drawn.chance(25)) {
                after(drawn.between(0, 2 * micros), () -> call(submit, decision -> {}));
            }
            if (drawn.chance(10)) {
                together(submit, key, drawn.split("together"), micros);
            }
            if (drawn.chance(10)) {
                Submission other = world.setting.submission(pool, key, drawn.split("other"));
                after(drawn.between(micros, 2 * micros), () -> call(new Submit(pool, other), decision -> {}));
            }
        }
    }

    /** With a unit that nobody else submits, in either order; now and then with another intent than the key has. */
    private void together(Submit submit, String key, Dice drawn, long micros) {
        PoolId pool = submit.pool();
        Submit friend = new Submit(pool, world.setting.submission(pool, key + "-friend", drawn.split("friend")));
        Submit same =
                drawn.chance(30) ? new Submit(pool, world.setting.submission(pool, key, drawn.split("other"))) : submit;
        long from = same.equals(submit) ? 0 : micros;
        SubmitTogether command = new SubmitTogether(drawn.chance(50) ? List.of(same, friend) : List.of(friend, same));
        after(drawn.between(from, 2 * micros), () -> call(command, decision -> {}));
        if (drawn.chance(50)) {
            after(drawn.between(from, 2 * micros), () -> call(command, decision -> {}));
        }
    }

    private static Optional<Hold> hold(Dice drawn) {
        return drawn.chance(15)
                ? Optional.of(new Hold(
                        Duration.ofMillis(drawn.between(1, 6_000)),
                        drawn.chance(70) ? Hold.Then.PROMOTE : Hold.Then.WITHDRAW))
                : Optional.empty();
    }

    int acknowledged() {
        return acknowledged;
    }
}
