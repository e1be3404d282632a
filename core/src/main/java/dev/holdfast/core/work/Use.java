// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.PoolId;
import java.util.Optional;

/**
 * What a live claim uses, apart from whose it is.
 *
 * @param countedKey the fairness key against whose limit it counts, if it does
 */
public record Use(PoolId pool, Optional<String> countedKey, Needs needs) {
    /** @param counted whether the claim counts against the limit of the key */
    public static Use of(PoolId pool, String key, boolean counted, Needs needs) {
        return new Use(pool, counted ? Optional.of(key) : Optional.empty(), needs);
    }

    public static Use of(Unit unit, Claim claim) {
        return of(
                unit.pool(),
                unit.laneKey(),
                claim.counted(),
                unit.requirements().needs());
    }
}
