// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Explained;

/**
 * Units of a key that ask for the same and were not granted within the horizon.
 *
 * @param units how many
 * @param oldest of them
 * @param why what {@code explain} says of the oldest one at the end
 */
public record Starved(PoolId pool, String key, long units, WorkId oldest, Explained why) {}
