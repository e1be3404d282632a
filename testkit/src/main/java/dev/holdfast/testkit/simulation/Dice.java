// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import java.util.List;

/**
 * A small seeded generator. {@link #split} depends on the seed and the name alone, not on what was drawn before, so that
 * one more draw here never shifts what happens there.
 */
final class Dice {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private final long seed;
    private long state;

    Dice(long seed) {
        this.seed = stir(seed);
        this.state = this.seed;
    }

    Dice split(String name) {
        long hash = name.length();
        for (int i = 0; i < name.length(); i++) {
            hash = stir(hash ^ name.charAt(i));
        }
        return new Dice(seed + hash);
    }

    long bits() {
        state += STEP;
        return stir(state);
    }

    /** 0 to {@code bound - 1}. */
    int below(int bound) {
        return (int) Long.remainderUnsigned(bits(), bound);
    }

    /** {@code from} to {@code to}, both included. */
    long between(long from, long to) {
        return from + Long.remainderUnsigned(bits(), to - from + 1);
    }

    boolean chance(int percent) {
        return below(100) < percent;
    }

    <T> T pick(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    private static long stir(long value) {
        long bits = (value ^ value >>> 32) * 0xD6E8FEB86659FD93L;
        bits = (bits ^ bits >>> 29) * 0xBF58476D1CE4E5B9L;
        return bits ^ bits >>> 32;
    }
}
