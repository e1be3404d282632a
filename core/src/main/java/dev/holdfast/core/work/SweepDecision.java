// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import java.time.Duration;

/** Answers {@link Sweep}. */
public sealed interface SweepDecision extends Decision permits SweepDecision.Swept, SweepDecision.NotYet, PoolUnknown {
    /**
     * @param lost claims that ended without their holder
     * @param late units that can no longer start in time
     * @param holds that were over
     * @param more whether another sweep would find more at once
     */
    record Swept(int deadWorkers, int lost, int late, int holds, boolean more) implements SweepDecision {}

    /** Somebody swept a moment ago. */
    record NotYet(Duration retryAfter) implements SweepDecision {}
}
