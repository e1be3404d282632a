// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.SweepPage;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerRecord;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What time may have ended in a pool; without hints, all that it could ever end. */
record MemorySweep(
        MemoryPool home, List<WorkerRecord> serving, Map<WorkerId, WorkerRecord> workers, boolean hints, Moment now) {
    SweepPage page(int limit) {
        List<Unit> claimed = home.claimed.values().stream()
                .flatMap(Set::stream)
                .map(each -> each.unit)
                .filter(unit -> !hints || mayBeLost(unit.claim().orElseThrow()))
                .sorted(Comparator.comparingLong(Unit::sequence))
                .limit(limit + 1L)
                .toList();
        Moment passed = hints ? now : Moment.FOREVER;
        List<Unit> late = home.startBy.passed(passed, limit + 1);
        List<Unit> held = home.held.passed(passed, limit + 1);
        return new SweepPage(
                now,
                Optional.of(home.pool),
                serving.stream()
                        .filter(worker -> !worker.dead() && (!hints || !worker.isLive(now)))
                        .toList(),
                claimed.stream().limit(limit).toList(),
                serving.stream()
                        .filter(worker -> worker.isLive(now))
                        .map(WorkerRecord::id)
                        .collect(Collectors.toSet()),
                late.stream().limit(limit).toList(),
                held.stream().limit(limit).toList(),
                claimed.size() > limit || late.size() > limit || held.size() > limit);
    }

    private boolean mayBeLost(Claim claim) {
        WorkerRecord worker = Objects.requireNonNull(workers.get(claim.worker()));
        return !worker.isLive(now)
                || claim.runUntil().filter(limit -> !now.isBefore(limit)).isPresent();
    }
}
