// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.ledger.CapturedInvalid;
import dev.holdfast.core.ledger.NotEmpty;
import dev.holdfast.core.work.Reactions;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;

/** All that a {@link MemoryShelf} keeps, out and in again, while its lock is held. */
record MemoryCapture(
        SortedMap<PoolId, MemoryPool> pools,
        MemoryDomains domains,
        SortedMap<WorkerId, WorkerRecord> workers,
        Map<WorkId, MemoryUnit> units,
        NavigableMap<Long, MemoryUnit> bySequence,
        MemoryKeys keys,
        MemoryRequests requests,
        MemoryAccounts accounts,
        MemorySchedules schedules,
        MemoryAttempts attempts,
        MemoryAudit audit) {
    void capture(Consumer<Captured> sink) {
        domains.shared().forEach(domain -> sink.accept(new Captured.OfDomain(domain)));
        pools.values().forEach(home -> sink.accept(new Captured.OfPool(home.pool)));
        workers.values().forEach(worker -> sink.accept(new Captured.OfWorker(worker)));
        pools.values().forEach(home -> home.keys.captured(home.pool).forEach(sink));
        pools.values().forEach(home -> home.capturedLanes().forEach(sink));
        bySequence.values().forEach(each -> sink.accept(captured(each)));
        requests.captured().forEach(sink);
        schedules.captured().forEach(sink);
        attempts.captured().forEach(sink);
        audit.captured().forEach(sink);
        accounts.copy(account -> !account.scope().isCountable())
                .forEach((account, amount) -> sink.accept(new Captured.OfAmount(account, amount)));
    }

    private Captured captured(MemoryUnit unit) {
        return new Captured.OfUnit(unit.unit, keys.until(unit.unit), unit.lane.heads.containsKey(unit.unit.sequence()));
    }

    /** Reads parts to their end before anything changes: memory takes nothing back. */
    List<Captured> read(Iterator<Captured> captured) {
        if (!pools.isEmpty()
                || !workers.isEmpty()
                || !attempts.isEmpty()
                || !domains.shared().isEmpty()) {
            throw new NotEmpty();
        }
        Set<WorkId> ids = new HashSet<>();
        Set<MemoryKeys.Key> theirKeys = new HashSet<>();
        List<Captured> parts = new ArrayList<>();
        captured.forEachRemaining(part -> {
            parts.add(part);
            if (part instanceof Captured.OfUnit unit
                    && !(ids.add(unit.unit().id()) && theirKeys.add(MemoryKeys.Key.of(unit.unit())))) {
                throw new CapturedInvalid("unit " + unit.unit().id() + " or its key is there twice");
            }
        });
        return parts;
    }

    void restore(Captured part) {
        switch (part) {
            case Captured.OfLedger ledger -> {}
            case Captured.OfDomain domain -> domains.put(domain.domain());
            case Captured.OfPool pool -> {
                pools.put(pool.pool().id(), new MemoryPool(pool.pool()));
                domains.declare(pool.pool());
            }
            case Captured.OfWorker worker -> workers.put(worker.worker().id(), worker.worker());
            case Captured.OfKey key -> home(key.pool()).keys.restore(key);
            case Captured.OfLane lane -> home(lane.pool()).restore(lane);
            case Captured.OfUnit unit -> restore(unit.unit(), unit.keyUntil(), unit.inLane());
            case Captured.OfSlot slot -> requests.restore(slot);
            case Captured.OfSchedule schedule -> schedules.restore(schedule);
            case Captured.OfAttempt attempt -> attempts.restore(attempt.attempt());
            case Captured.OfAudit entry -> audit.add(List.of(entry.entry()));
            case Captured.OfAmount amount -> accounts.add(amount.account(), amount.amount());
        }
    }

    private void restore(Unit unit, Moment keyUntil, boolean inLane) {
        MemoryUnit restored = home(unit.pool()).restore(unit, inLane);
        units.put(unit.id(), restored);
        keys.take(restored, keyUntil);
        bySequence.put(unit.sequence(), restored);
        accounts.add(Reactions.held(unit));
    }

    private MemoryPool home(PoolId pool) {
        return Objects.requireNonNull(pools.get(pool));
    }
}
