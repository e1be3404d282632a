// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.ClaimStep.FenceRange;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.RequestId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The newest request of each slot of each worker that got grants. */
final class MemoryRequests {
    private record SlotOf(WorkerId worker, int slot) {}

    /** A request that is remembered. */
    record Remembered(RequestId request, PoolId pool, WorkerId worker, FenceRange fences) {}

    private final Map<SlotOf, Remembered> bySlot = new HashMap<>();
    private final Map<RequestId, Remembered> byRequest = new HashMap<>();

    Optional<Remembered> find(RequestId request) {
        return Optional.ofNullable(byRequest.get(request));
    }

    void remember(ClaimWork command, FenceRange fences) {
        Remembered newest = new Remembered(command.request(), command.pool(), command.worker(), fences);
        Remembered former =
                bySlot.put(new SlotOf(command.worker(), command.request().slot()), newest);
        if (former != null) {
            byRequest.remove(former.request());
        }
        byRequest.put(command.request(), newest);
    }
}
