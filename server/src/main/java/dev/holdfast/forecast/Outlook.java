// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.Moment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a forecast came to.
 *
 * @param from where it started
 * @param until where it ended: at its horizon, or when nothing was left that could happen
 * @param keys by pool, then key
 * @param starved by pool, then key
 * @param empty how long it took until everything had ended; empty when something had not
 */
public record Outlook(
        Moment from, Moment until, List<KeyOutlook> keys, List<Starved> starved, Optional<Duration> empty) {
    public Outlook {
        keys = List.copyOf(keys);
        starved = List.copyOf(starved);
    }
}
