// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import java.util.function.Consumer;

/** A process that sends commands. While it is paused all that should happen in it waits; once it is gone nothing does. */
abstract class Actor {
    static final long MILLISECOND = 1_000;
    static final long SECOND = 1_000 * MILLISECOND;

    final World world;
    final String name;
    final Dice dice;
    private long messages;
    private long pausedUntil;
    private boolean gone;

    Actor(World world, String name) {
        this.world = world;
        this.name = name;
        this.dice = world.dice.split(name);
    }

    final void after(long micros, Runnable action) {
        world.schedule(world.time() + micros, () -> wake(action));
    }

    private void wake(Runnable action) {
        if (gone) {
            return;
        }
        if (world.time() < pausedUntil) {
            world.schedule(pausedUntil, () -> wake(action));
        } else {
            action.run();
        }
    }

    final void pause(long micros) {
        pausedUntil = Math.max(pausedUntil, world.time() + micros);
    }

    final void leave() {
        gone = true;
    }

    final boolean isGone() {
        return gone;
    }

    /** Sends once; {@code then} hears the answers that arrive, none or several. */
    final <R extends Decision> void send(Command<R> command, Consumer<R> then) {
        send(command, then, () -> {});
    }

    private <R extends Decision> void send(Command<R> command, Consumer<R> then, Runnable unknown) {
        Dice drawn = dice.split("message " + messages);
        world.network.send(new Network.Message<>(this, messages++, command, drawn, then, unknown));
    }

    /** Sends until an answer arrives; {@code then} hears the first. */
    final <R extends Decision> void call(Command<R> command, Consumer<R> then) {
        new Call<>(command, then).send();
    }

    private final class Call<R extends Decision> {
        private final Command<R> command;
        private final Consumer<R> then;
        private boolean answered;

        Call(Command<R> command, Consumer<R> then) {
            this.command = command;
            this.then = then;
        }

        void send() {
            if (!answered) {
                long patience = dice.split("patience " + messages).between(300, 900) * MILLISECOND;
                sendOnce();
                after(patience, this::send);
            }
        }

        private void sendOnce() {
            Actor.this.send(command, this::answer, this::ask);
        }

        /** The way to find out what became of a command is to send the very same again. */
        private void ask() {
            if (!answered) {
                world.statistics.sometimes("unknown outcome asked for");
                sendOnce();
            }
        }

        private void answer(R decision) {
            if (!answered) {
                answered = true;
                then.accept(decision);
            }
        }
    }
}
