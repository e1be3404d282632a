// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.Query;
import java.util.Optional;

/** A pool in numbers, from counters, not from scans. */
public record ShowPool(PoolId pool) implements Query<Optional<PoolSnapshot>> {}
