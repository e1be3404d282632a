// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Unit;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Which unit has which idempotency key, and until when the key is remembered. */
final class MemoryKeys {
    /** A key of a pool. */
    record Key(PoolId pool, IdempotencyKey key) {
        static Key of(Unit unit) {
            return new Key(unit.pool(), unit.submission().key());
        }
    }

    record Taken(MemoryUnit unit, Moment until) {}

    private final Map<Key, Taken> taken = new HashMap<>();

    Optional<Taken> find(PoolId pool, IdempotencyKey key) {
        return Optional.ofNullable(taken.get(new Key(pool, key)));
    }

    void take(MemoryUnit unit, Moment until) {
        taken.put(Key.of(unit.unit), new Taken(unit, until));
    }

    /** Of a unit of this ledger, which always has a key. */
    Moment until(Unit unit) {
        return Objects.requireNonNull(taken.get(Key.of(unit))).until();
    }
}
