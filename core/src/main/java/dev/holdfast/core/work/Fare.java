// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.math.BigInteger;

/**
 * What the grant of a claim was reckoned to cost its fairness key, in a pool that charges run time. It is kept with the claim
 * until that ends; then the key is charged what the run took instead.
 *
 * @param expected how long the run was expected to take, in microseconds, 1 to {@link #MOST}
 * @param cost in the virtual time of the key's tag, at least 1: thousandths of a microsecond of all that the pool can run,
 *     divided by the weight of the key
 */
public record Fare(long expected, long cost) {
    /**
     * A hundred days: no run is charged as a longer one. So a cost is below 10^16, and what one pool can be charged in three
     * centuries of running all that it can at all times fits a tag.
     */
    static final long MOST = 100L * 24 * 60 * 60 * 1_000_000;

    /** The share of a pool that is all of it. */
    static final long WHOLE = 1_000_000;

    public Fare {
        if (expected < 1 || expected > MOST || cost < 1) {
            throw new IllegalArgumentException("no fare: " + cost + " for " + expected);
        }
    }

    /** @param share of what the pool can run, in millionths */
    static Fare of(long expected, long share, int weight) {
        long within = Math.clamp(expected, 1, MOST);
        return new Fare(within, Math.max(1, within * share / 1_000 / weight));
    }

    /** What is still to be charged, or is given back when negative, after a run of so many microseconds. */
    long correction(long actual) {
        BigInteger owed = BigInteger.valueOf(cost)
                .multiply(BigInteger.valueOf(within(actual)))
                .divide(BigInteger.valueOf(expected));
        return owed.longValueExact() - cost;
    }

    /** As much of a run as is charged, in microseconds. A clock that went back makes it none. */
    static long within(long actual) {
        return Math.clamp(actual, 0, MOST);
    }
}
