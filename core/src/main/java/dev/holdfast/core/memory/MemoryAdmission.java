// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;

/** Puts new units into what a {@link MemoryShelf} keeps, whose lock is held meanwhile. */
record MemoryAdmission(
        Map<WorkId, MemoryUnit> units,
        NavigableMap<Long, MemoryUnit> bySequence,
        Map<MemoryShelf.KeyRef, MemoryShelf.KeyEntry> keys,
        MemoryAccounts accounts) {
    Insertion insert(MemoryPool home, NewUnit fresh, Moment now) {
        MemoryShelf.KeyEntry taken = keys.get(keyOf(fresh));
        if (taken != null) {
            return new Insertion.KeyTaken(taken.unit().unit, taken.until());
        }
        MemoryUnit sameId = units.get(fresh.id());
        if (sameId != null) {
            return new Insertion.IdTaken(sameId.unit);
        }
        Optional<MemoryLane> lane = home.lane(fresh.submission().requirements());
        if (lane.isEmpty()) {
            return new Insertion.NoClassLeft(AdmissionRules.MAX_CLASSES);
        }
        add(home, fresh, lane.get(), now);
        return new Insertion.Inserted();
    }

    /** Leaves out what is asked already; an inquiry never lacks its class. */
    void inquire(MemoryPool home, NewUnit inquiry, Moment now) {
        if (!keys.containsKey(keyOf(inquiry)) && !units.containsKey(inquiry.id())) {
            add(home, inquiry, home.laneAgain(inquiry.submission().requirements()), now);
        }
    }

    private void add(MemoryPool home, NewUnit fresh, MemoryLane lane, Moment now) {
        long sequence = bySequence.isEmpty() ? 1 : bySequence.lastKey() + 1;
        MemoryUnit unit = new MemoryUnit(fresh.admittedAt(now).numbered(sequence), lane);
        units.put(fresh.id(), unit);
        bySequence.put(sequence, unit);
        keys.put(
                keyOf(fresh),
                new MemoryShelf.KeyEntry(unit, now.plus(home.pool.policy().keysFor())));
        accounts.add(Account.count(fresh.pool(), fresh.status()), 1);
        home.add(unit, now);
    }

    private static MemoryShelf.KeyRef keyOf(NewUnit unit) {
        return new MemoryShelf.KeyRef(unit.pool(), unit.submission().key());
    }
}
