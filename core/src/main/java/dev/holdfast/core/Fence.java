// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core;

/**
 * A fencing token: the number that makes a claim the newest one. Of two fences of one unit of work the larger belongs to
 * the later claim, over retries, restarts, restores and failovers.
 *
 * <p>One positive 64-bit number holds two: an <em>epoch</em> in the upper 15 bits and a <em>counter</em> in the lower 48.
 * The counter belongs to a pool and is raised under the pool's lock, never drawn from a sequence and never taken in
 * blocks, so that a fence is not issued twice. It comes from a store that may lose commits (a restored backup, a promoted
 * replica); then the counter may run through old values again. The epoch covers that: it rises whenever the store finds
 * that it may have lost commits, so that every fence from then on is larger than every fence before, seen or not.
 *
 * <p>48 bits of counter last 89 years at 100,000 claims a second in one pool; 32,767 epochs are one restore a day for
 * 89 years.
 */
public record Fence(long value) implements Comparable<Fence> {
    public static final int COUNTER_BITS = 48;
    public static final int MAX_EPOCH = (1 << 15) - 1;
    public static final long MAX_COUNTER = (1L << COUNTER_BITS) - 1;

    public Fence {
        if (value <= 0) {
            throw new IllegalArgumentException("a fence is positive, not " + value);
        }
    }

    /** @throws IllegalArgumentException when a part is out of its range (epoch 1 to 32767, counter 1 to 2^48 - 1) */
    public static Fence of(int epoch, long counter) {
        if (epoch < 1 || epoch > MAX_EPOCH || counter < 1 || counter > MAX_COUNTER) {
            throw new IllegalArgumentException("no such fence: " + epoch + "." + counter);
        }
        return new Fence((long) epoch << COUNTER_BITS | counter);
    }

    /** Reads {@code epoch.counter}, as {@link #toString()} writes it. */
    public static Fence parse(String text) {
        int dot = text.indexOf('.');
        try {
            return of(Integer.parseInt(text.substring(0, dot)), Long.parseLong(text.substring(dot + 1)));
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new IllegalArgumentException("a fence is written epoch.counter, such as 1.42, not '" + text + "'", e);
        }
    }

    public int epoch() {
        return (int) (value >>> COUNTER_BITS);
    }

    public long counter() {
        return value & MAX_COUNTER;
    }

    public boolean isNewerThan(Fence other) {
        return value > other.value;
    }

    @Override
    public int compareTo(Fence other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return epoch() + "." + counter();
    }
}
