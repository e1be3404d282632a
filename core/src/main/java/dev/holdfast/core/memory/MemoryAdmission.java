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
        MemoryKeys keys,
        MemoryAccounts accounts,
        MemoryFeed feed) {
    Insertion insert(MemoryPool home, NewUnit fresh, Moment now) {
        Optional<Insertion> inTheWay = inTheWay(fresh);
        if (inTheWay.isPresent()) {
            return inTheWay.get();
        }
        Optional<MemoryLane> lane = home.lane(fresh.lane());
        if (lane.isEmpty()) {
            return new Insertion.NoClassLeft(AdmissionRules.MAX_CLASSES);
        }
        add(home, fresh, lane.get(), now);
        return new Insertion.Inserted();
    }

    Optional<Insertion> inTheWay(NewUnit fresh) {
        return keys.find(fresh.pool(), fresh.submission().key())
                .<Insertion>map(taken -> new Insertion.KeyTaken(taken.unit().unit, taken.until()))
                .or(() -> Optional.ofNullable(units.get(fresh.id())).map(sameId -> new Insertion.IdTaken(sameId.unit)));
    }

    /** Leaves out what is there already; what the ledger itself submits never lacks its class. */
    void insertAlways(MemoryPool home, NewUnit fresh, Moment now) {
        if (inTheWay(fresh).isEmpty()) {
            add(home, fresh, home.laneAgain(fresh.lane()), now);
        }
    }

    private void add(MemoryPool home, NewUnit fresh, MemoryLane lane, Moment now) {
        long sequence = bySequence.isEmpty() ? 1 : bySequence.lastKey() + 1;
        MemoryUnit unit = new MemoryUnit(fresh.admittedAt(now).numbered(sequence), lane);
        units.put(fresh.id(), unit);
        bySequence.put(sequence, unit);
        keys.take(unit, now.plus(home.pool.policy().keysFor()));
        accounts.add(Account.count(fresh.pool(), fresh.status()), 1);
        home.add(unit, now);
        feed.tell(unit.unit);
    }
}
