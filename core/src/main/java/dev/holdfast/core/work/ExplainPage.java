// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.List;
import java.util.Map;

/**
 * What an explanation looks at.
 *
 * @param inLane whether the unit stands in its lane; what was due once stays there, whatever the clock does
 * @param used the accounts of the pool, its domains and {@code workers}
 */
public record ExplainPage(
        Moment now, Unit unit, boolean inLane, Pool pool, List<WorkerRecord> workers, Map<Account, Long> used) {}
