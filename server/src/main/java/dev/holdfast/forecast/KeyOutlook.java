// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.PoolId;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What becomes of the units of one fairness key of a pool that were queued at the start.
 *
 * @param queued how many there were
 * @param started how many were granted
 * @param missed how many ended without having been granted: too late to start, most likely
 * @param left how many were still waiting at the horizon
 * @param half until when, from the start, half of those that did not miss had been granted; empty: not before the horizon
 * @param most likewise 99 of 100
 * @param all likewise all
 * @param share the part that it got of the grants that it competed for with other keys of its band; empty: there were none
 * @param due the part of them that its weight gives it
 */
public record KeyOutlook(
        PoolId pool,
        String key,
        int weight,
        long queued,
        long started,
        long missed,
        long left,
        Optional<Duration> half,
        Optional<Duration> most,
        Optional<Duration> all,
        OptionalDouble share,
        OptionalDouble due) {}
