// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** What is between the actors and the ledger: it loses, doubles and delays. A message that is on its way outlives its sender. */
final class Network {
    private static final long MILLISECOND = 1_000;

    /**
     * A command on its way.
     *
     * @param number of the messages of its sender, in the order of sending
     * @param unknown what the sender does when nobody knows whether the ledger decided
     */
    record Message<R extends Decision>(
            Actor from, long number, Command<R> command, Dice dice, Consumer<R> reply, Runnable unknown) {}

    private final World world;
    private final Map<Fault, Integer> rates;
    private final Outages outages;
    private final Map<String, Long> newest = new HashMap<>();

    Network(World world, Dice dice) {
        this.world = world;
        this.rates = Fault.drawRates(dice);
        this.outages = new Outages(world, this, dice.split("outages"));
    }

    void start() {
        outages.start();
    }

    /** Whether the fault happens now; never once the world heals. */
    boolean strikes(Fault fault, Dice dice) {
        boolean strikes = dice.below(1_000) < Objects.requireNonNull(rates.get(fault)) && !world.isHealing();
        if (strikes) {
            world.statistics.count("fault " + fault);
        }
        return strikes;
    }

    <R extends Decision> void send(Message<R> message) {
        Dice dice = message.dice();
        if (strikes(Fault.REQUEST_LOST, dice.split("request"))) {
            world.note(message.from().name, "(lost) " + Timeline.text(message.command()));
            return;
        }
        deliver(message, dice.split("first"));
        if (strikes(Fault.DUPLICATED, dice.split("duplicate"))) {
            deliver(message, dice.split("second"));
        }
    }

    private <R extends Decision> void deliver(Message<R> message, Dice dice) {
        world.schedule(world.time() + delay(dice.split("there")), () -> {
            long slow = outages.slowness(dice.split("slow"));
            if (slow == 0) {
                arrive(message, dice);
            } else {
                world.statistics.sometimes("store slow");
                world.schedule(world.time() + slow, () -> arrive(message, dice));
            }
        });
    }

    private <R extends Decision> void arrive(Message<R> message, Dice dice) {
        Actor from = message.from();
        if (outages.isAbsent()) {
            world.statistics.sometimes("store absent");
            world.note(from.name, "(store absent) " + Timeline.text(message.command()));
            return;
        }
        if (message.number() < newest.merge(from.name, message.number(), Math::max)) {
            world.statistics.sometimes("message overtaken");
        }
        R decision = world.decide(from.name, message.command());
        if (strikes(Fault.REPLY_LOST, dice.split("reply"))) {
            world.note(from.name, "(reply lost)");
        } else if (strikes(Fault.OUTCOME_UNKNOWN, dice.split("unknown"))) {
            world.note(from.name, "(outcome unknown)");
            from.after(delay(dice.split("back")), message.unknown());
        } else {
            from.after(delay(dice.split("back")), () -> message.reply().accept(decision));
        }
    }

    private long delay(Dice dice) {
        if (strikes(Fault.DELAYED, dice)) {
            return dice.between(100, 12_000) * MILLISECOND;
        }
        return strikes(Fault.REORDERED, dice.split("reordered"))
                ? dice.between(20, 400) * MILLISECOND
                : dice.between(1, 20) * MILLISECOND;
    }
}
