// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

/** When the store is absent, or slow, for everybody at once: unlike a lost message it hits all leases together. */
final class Outages {
    private final World world;
    private final Network network;
    private final Dice dice;
    private long absentUntil;
    private long slowUntil;

    Outages(World world, Network network, Dice dice) {
        this.world = world;
        this.network = network;
        this.dice = dice;
    }

    /** From now on, once a second. */
    void start() {
        Dice drawn = dice.split("second " + world.time());
        if (network.strikes(Fault.STORE_ABSENT, drawn.split("absent"))) {
            absentUntil = begin("is absent", drawn.between(500, 9_000));
        }
        if (network.strikes(Fault.STORE_SLOW, drawn.split("slow"))) {
            slowUntil = begin("is slow", drawn.between(500, 6_000));
        }
        world.schedule(world.time() + Actor.SECOND, this::start);
    }

    private long begin(String what, long milliseconds) {
        world.note("store", what + " for %d ms".formatted(milliseconds));
        return world.time() + milliseconds * Actor.MILLISECOND;
    }

    boolean isAbsent() {
        return world.time() < absentUntil && !world.isHealing();
    }

    /** By how many microseconds the command waits, zero when the store is quick. */
    long slowness(Dice drawn) {
        return world.time() < slowUntil && !world.isHealing() ? drawn.between(200, 4_000) * Actor.MILLISECOND : 0;
    }
}
