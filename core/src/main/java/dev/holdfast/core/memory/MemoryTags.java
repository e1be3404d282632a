// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.Pool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The fairness keys of a pool, by band, and their tags. */
final class MemoryTags {
    private record BandKey(int band, String key) {}

    private final Map<BandKey, MemoryLane.Key> keys = new HashMap<>();

    MemoryLane.Key get(int band, String key) {
        return keys.computeIfAbsent(new BandKey(band, key), each -> new MemoryLane.Key());
    }

    void restore(Captured.OfKey captured) {
        get(captured.band(), captured.key()).tag = captured.tag();
    }

    /** The keys that are not as new ones would be. */
    List<Captured.OfKey> captured(Pool pool) {
        List<Captured.OfKey> captured = new ArrayList<>();
        keys.forEach((of, key) -> {
            if (isAhead(of, key, pool) || key.lanes.stream().anyMatch(MemoryPool::isOpen)) {
                captured.add(new Captured.OfKey(pool.id(), of.band(), of.key(), key.tag));
            }
        });
        return captured.stream().sorted().toList();
    }

    /** What keys of this pool owe, of these accounts; none of a pool that charges no run time. */
    List<ClaimPage.Owed> owed(Pool pool, Map<Account, Long> accounts) {
        List<ClaimPage.Owed> owed = new ArrayList<>();
        if (pool.chargesRunTime()) {
            accounts.forEach((account, amount) -> {
                if (account.scope() == Account.Scope.RUN_OWED
                        && account.owner().equals(pool.id().value())) {
                    ClaimPage.Owed of = ClaimPage.Owed.of(account, amount);
                    MemoryLane.Key key = keys.get(new BandKey(of.band(), of.key()));
                    owed.add(key == null ? of : of.at(key.tag));
                }
            });
        }
        return owed;
    }

    /** Forgets keys that have no lane and are as new ones would be. */
    void forgetIdle(Pool pool) {
        keys.entrySet()
                .removeIf(each -> each.getValue().lanes.isEmpty() && !isAhead(each.getKey(), each.getValue(), pool));
    }

    private static boolean isAhead(BandKey of, MemoryLane.Key key, Pool pool) {
        return key.tag > pool.clocks().get(of.band());
    }
}
