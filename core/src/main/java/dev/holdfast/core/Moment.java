// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A reading of the ledger's clock: microseconds since 1970-01-01T00:00Z. Callers send durations; only the ledger makes moments. */
public record Moment(long micros) implements Comparable<Moment> {
    /** Later than every reading. */
    public static final Moment FOREVER = new Moment(Long.MAX_VALUE);

    public static Moment of(Instant instant) {
        return new Moment(ChronoUnit.MICROS.between(Instant.EPOCH, instant));
    }

    /** A duration in microseconds, at most {@link Long#MAX_VALUE}. */
    public static long micros(Duration duration) {
        try {
            return Math.addExact(Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1_000);
        } catch (ArithmeticException e) {
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /** This moment and a duration, at most {@link #FOREVER}. */
    public Moment plus(Duration duration) {
        long add = micros(duration);
        long sum = micros + add;
        return ((micros ^ sum) & (add ^ sum)) < 0 ? FOREVER : new Moment(sum);
    }

    /** This moment less a duration that is not negative, at least the first of all. */
    public Moment minus(Duration duration) {
        long less = micros(duration);
        long difference = micros - less;
        return difference > micros ? new Moment(Long.MIN_VALUE) : new Moment(difference);
    }

    public Duration since(Moment earlier) {
        return Duration.of(micros - earlier.micros, ChronoUnit.MICROS);
    }

    public boolean isAfter(Moment other) {
        return micros > other.micros;
    }

    public boolean isBefore(Moment other) {
        return micros < other.micros;
    }

    public Moment orLater(Moment other) {
        return micros >= other.micros ? this : other;
    }

    public Instant toInstant() {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    @Override
    public int compareTo(Moment other) {
        return Long.compare(micros, other.micros);
    }

    @Override
    public String toString() {
        return this.equals(FOREVER) ? "forever" : toInstant().toString();
    }
}
