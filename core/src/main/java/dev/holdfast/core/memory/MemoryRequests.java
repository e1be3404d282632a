// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Fence;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimStep.FenceRange;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Unit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The newest request of each slot of each worker that got grants. */
final class MemoryRequests {
    private record SlotOf(WorkerId worker, int slot) {}

    /** A request that is remembered. */
    record Remembered(RequestId request, PoolId pool, WorkerId worker, FenceRange fences) {
        /** @param held what the worker holds in the pool now */
        ClaimPage.Remembered page(Set<MemoryUnit> held) {
            List<Unit> live = held.stream()
                    .map(each -> each.unit)
                    .filter(unit -> isAmong(fenceOf(unit)))
                    .sorted(Comparator.comparing(Remembered::fenceOf))
                    .toList();
            return new ClaimPage.Remembered(pool, worker, fences.first(), fences.last(), live);
        }

        private boolean isAmong(Fence fence) {
            return fence.compareTo(fences.first()) >= 0 && fence.compareTo(fences.last()) <= 0;
        }

        private static Fence fenceOf(Unit unit) {
            return unit.claim().orElseThrow().fence();
        }
    }

    private final Map<SlotOf, Remembered> bySlot = new HashMap<>();
    private final Map<RequestId, Remembered> byRequest = new HashMap<>();

    Optional<Remembered> find(RequestId request) {
        return Optional.ofNullable(byRequest.get(request));
    }

    void remember(ClaimWork command, FenceRange fences) {
        remember(new Remembered(command.request(), command.pool(), command.worker(), fences));
    }

    void restore(Captured.OfSlot slot) {
        remember(new Remembered(slot.request(), slot.pool(), slot.worker(), slot.fences()));
    }

    private void remember(Remembered newest) {
        Remembered former =
                bySlot.put(new SlotOf(newest.worker(), newest.request().slot()), newest);
        if (former != null) {
            byRequest.remove(former.request());
        }
        byRequest.put(newest.request(), newest);
    }

    List<Captured.OfSlot> captured() {
        return bySlot.values().stream()
                .map(each -> new Captured.OfSlot(each.worker(), each.request(), each.pool(), each.fences()))
                .sorted()
                .toList();
    }
}
