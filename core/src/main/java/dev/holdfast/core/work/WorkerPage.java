// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A worker, the pools it is about, and its live claims.
 *
 * @param pools the known ones of the pools that were asked about
 */
public record WorkerPage(Moment now, Optional<WorkerRecord> worker, Map<PoolId, Pool> pools, List<Held> claims) {
    /** A live claim, as narrow as a heartbeat needs it. */
    public record Held(
            PoolId pool, WorkId work, Fence fence, RequestId request, Moment claimedAt, Optional<String> cancelReason) {
        Holdings.Holding holding() {
            return new Holdings.Holding(work, fence);
        }
    }
}
