// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Puts new units into what a {@link MemoryShelf} keeps, whose lock is held meanwhile. */
record MemoryAdmission(
        Map<WorkId, MemoryUnit> units,
        NavigableMap<Long, MemoryUnit> bySequence,
        MemoryKeys keys,
        MemoryAccounts accounts,
        MemoryFeed feed) {
    List<Insertion> insert(MemoryPool home, List<NewUnit> fresh, Moment now) {
        return fresh.stream().map(unit -> insert(home, unit, now)).toList();
    }

    private Insertion insert(MemoryPool home, NewUnit fresh, Moment now) {
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

    /** Why a unit cannot be inserted now; empty when it can. */
    Optional<Insertion> before(MemoryPool home, NewUnit fresh) {
        if (fresh.revision() != home.pool.revision()) {
            return Optional.of(new Insertion.Outdated());
        }
        Optional<Insertion> inTheWay = inTheWay(fresh);
        return inTheWay.isEmpty() && home.lane(fresh.lane()).isEmpty()
                ? Optional.of(new Insertion.NoClassLeft(AdmissionRules.MAX_CLASSES))
                : inTheWay;
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

    /** Looks at all before it inserts the first, so that there is nothing to take back. */
    List<Insertion> insertTogether(MemoryPool home, List<NewUnit> fresh, Predicate<List<Insertion>> areIn, Moment now) {
        List<Insertion> expected = expected(home, fresh, now);
        return areIn.test(expected) ? insert(home, fresh, now) : expected;
    }

    /** What would become of units that are inserted in order. */
    private List<Insertion> expected(MemoryPool home, List<NewUnit> fresh, Moment now) {
        Set<Eligibility> lacking = home.lacking(fresh.stream()
                .filter(unit -> inTheWay(unit).isEmpty())
                .map(unit -> unit.submission().requirements().eligibility())
                .toList());
        Moment until = now.plus(home.pool.policy().keysFor());
        Map<IdempotencyKey, Unit> byKey = new HashMap<>();
        Map<WorkId, Unit> byId = new HashMap<>();
        List<Insertion> each = new ArrayList<>(fresh.size());
        for (NewUnit unit : fresh) {
            IdempotencyKey key = unit.submission().key();
            Optional<Insertion> inTheWay = inTheWay(unit)
                    .or(() -> Optional.ofNullable(byKey.get(key)).map(first -> new Insertion.KeyTaken(first, until)))
                    .or(() -> Optional.ofNullable(byId.get(unit.id())).map(Insertion.IdTaken::new));
            if (inTheWay.isPresent()) {
                each.add(inTheWay.get());
            } else if (lacking.contains(unit.submission().requirements().eligibility())) {
                each.add(new Insertion.NoClassLeft(AdmissionRules.MAX_CLASSES));
            } else {
                byKey.put(key, unit.admittedAt(now));
                byId.put(unit.id(), unit.admittedAt(now));
                each.add(new Insertion.Inserted());
            }
        }
        return each;
    }

    MemoryUnit add(MemoryPool home, NewUnit fresh, MemoryLane lane, Moment now) {
        long sequence = bySequence.isEmpty() ? 1 : bySequence.lastKey() + 1;
        MemoryUnit unit = new MemoryUnit(fresh.admittedAt(now).numbered(sequence), lane);
        units.put(fresh.id(), unit);
        bySequence.put(sequence, unit);
        keys.take(unit, now.plus(home.pool.policy().keysFor()));
        accounts.add(Account.count(fresh.pool(), fresh.status()), 1);
        home.add(unit, now);
        feed.tell(unit.unit);
        return unit;
    }
}
