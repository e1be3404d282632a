// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** What is between the actors and the ledger: it loses, doubles and delays. A message that is on its way outlives its sender. */
final class Network {
    private static final long MILLISECOND = 1_000;

    private final World world;
    private final Map<Fault, Integer> rates;

    Network(World world, Dice dice) {
        this.world = world;
        this.rates = Fault.drawRates(dice);
    }

    /** Whether the fault happens now; never once the world heals. */
    boolean strikes(Fault fault, Dice dice) {
        boolean strikes = dice.below(1_000) < Objects.requireNonNull(rates.get(fault)) && !world.isHealing();
        if (strikes) {
            world.statistics.count("fault " + fault);
        }
        return strikes;
    }

    <R extends Decision> void send(Actor from, Command<R> command, Dice dice, Consumer<R> reply) {
        if (strikes(Fault.REQUEST_LOST, dice.split("request"))) {
            world.note(from.name, "(lost) " + Timeline.text(command));
            return;
        }
        deliver(from, command, dice.split("first"), reply);
        if (strikes(Fault.DUPLICATED, dice.split("duplicate"))) {
            deliver(from, command, dice.split("second"), reply);
        }
    }

    private <R extends Decision> void deliver(Actor from, Command<R> command, Dice dice, Consumer<R> reply) {
        world.schedule(world.time() + delay(dice.split("there")), () -> {
            R decision = world.decide(from.name, command);
            if (strikes(Fault.REPLY_LOST, dice.split("reply"))) {
                world.note(from.name, "(reply lost)");
                return;
            }
            from.after(delay(dice.split("back")), () -> reply.accept(decision));
        });
    }

    private long delay(Dice dice) {
        return strikes(Fault.DELAYED, dice)
                ? dice.between(100, 12_000) * MILLISECOND
                : dice.between(1, 20) * MILLISECOND;
    }
}
