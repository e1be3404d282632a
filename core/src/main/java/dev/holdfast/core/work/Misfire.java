// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.time.Duration;
import java.util.List;

/**
 * What becomes of ticks that nobody passed in time, because no process ran or the store was away.
 *
 * @param within ticks older than this are left out by every policy; {@link #ON_TIME} to {@link #LONGEST}
 */
public record Misfire(Policy policy, Duration within) {
    /** A tick is missed when it is older than this: passes are made every few seconds. */
    public static final Duration ON_TIME = Duration.ofMinutes(1);

    public static final Duration LONGEST = Duration.ofDays(366);

    /** One run makes up for a night. */
    public static final Misfire DEFAULT = new Misfire(Policy.ONE, Duration.ofDays(1));

    /** Which of the missed ticks are made up for. */
    public enum Policy {
        /** None. */
        SKIP,
        /** The newest of all that are due, for the others too. */
        ONE,
        /** All. */
        ALL
    }

    /** @throws IllegalArgumentException when it is out of its bounds */
    public Misfire {
        if (within.compareTo(ON_TIME) < 0 || within.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "ticks are made up for within 1 minute to 366 days, not within " + within);
        }
    }

    /** No tick before this moment is submitted. */
    public Moment oldest(Moment now) {
        return now.minus(policy == Policy.SKIP ? ON_TIME : within);
    }

    /** Those of {@code due}, which is in order, that are to be submitted. */
    List<Moment> kept(List<Moment> due, Moment now) {
        Moment oldest = oldest(now);
        List<Moment> young = due.stream().filter(tick -> !tick.isBefore(oldest)).toList();
        boolean anyMissed = !due.isEmpty() && due.getFirst().isBefore(now.minus(ON_TIME));
        return policy == Policy.ONE && anyMissed && !young.isEmpty() ? List.of(young.getLast()) : young;
    }
}
