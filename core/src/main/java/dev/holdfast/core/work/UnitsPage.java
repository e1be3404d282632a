// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import java.util.Map;

/**
 * Units by id as a store holds them, read without a lock, and the pools of these units. Unknown ids are left out; what a
 * unit is {@link Inquiry#related} to comes with it.
 */
public record UnitsPage(Moment now, Map<WorkId, Unit> units, Map<PoolId, Pool> pools) {}
