// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import java.time.Duration;
import java.util.Optional;

/**
 * How a unit of work wants to be run.
 *
 * @param fairnessKey the tenant the unit is charged to; the empty key for work of nobody in particular
 * @param band priority, 0 (first) to 7
 * @param delay how long after admission it may first be claimed; zero or more
 * @param startBy how long after admission the last try may start; retries too
 * @param runLimit how long one claim may last before it is lost
 */
public record Requirements(
        Eligibility eligibility,
        Needs needs,
        String fairnessKey,
        int band,
        Recovery recovery,
        Duration delay,
        Optional<Duration> startBy,
        Optional<Duration> runLimit) {
    /** Number of priority bands. */
    public static final int BANDS = 8;

    /** The band of work that asks for none: as many bands above it as a person can tell apart, and some below. */
    public static final int DEFAULT_BAND = 4;

    public Requirements {
        if (!fairnessKey.isEmpty()) {
            Names.check("fairness key", fairnessKey);
        }
        if (band < 0 || band >= BANDS) {
            throw new IllegalArgumentException("a band is 0 to " + (BANDS - 1) + ", not " + band);
        }
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a delay is not negative: " + delay);
        }
        startBy.ifPresent(limit -> checkPositive("startBy", limit));
        runLimit.ifPresent(limit -> checkPositive("runLimit", limit));
        if (eligibility.guarantee() == Guarantee.RECONCILED && recovery == Recovery.REDISPATCH) {
            throw new IllegalArgumentException("RECONCILED work needs the recovery RECONCILE_BEFORE_REDISPATCH");
        }
        if (eligibility.guarantee() == Guarantee.ATOMIC && recovery == Recovery.RECONCILE_BEFORE_REDISPATCH) {
            throw new IllegalArgumentException(
                    "ATOMIC work needs the recovery REDISPATCH: a lost claim proves that nothing happened");
        }
    }

    /** The same, with another fairness key: what the lane of a unit is looked up by. */
    public Requirements under(String key) {
        return key.equals(fairnessKey)
                ? this
                : new Requirements(eligibility, needs, key, band, recovery, delay, startBy, runLimit);
    }

    static void checkPositive(String what, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(what + " must be longer than zero, is " + value);
        }
    }

    /** Whether a run must be marked as begun before its handler starts, so that a loss before that proves that nothing happened. */
    public boolean mustBegin() {
        return recovery == Recovery.RECONCILE_BEFORE_REDISPATCH;
    }
}
