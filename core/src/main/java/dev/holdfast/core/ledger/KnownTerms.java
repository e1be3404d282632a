// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Terms;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The terms of pools as this process has read them last, so that submissions need not read them. Thread-safe. */
final class KnownTerms {
    private final Function<PoolId, Optional<Pool>> stored;
    private final Map<PoolId, Terms> known = new ConcurrentHashMap<>();

    KnownTerms(Function<PoolId, Optional<Pool>> stored) {
        this.stored = stored;
    }

    Admission.Source of(PoolId pool) {
        return new Admission.Source() {
            @Override
            public Optional<Terms> known() {
                return Optional.ofNullable(known.get(pool)).or(this::newest);
            }

            @Override
            public Optional<Terms> newest() {
                Optional<Terms> read = stored.apply(pool).map(Pool::terms);
                read.ifPresent(terms -> known.put(pool, terms));
                return read;
            }
        };
    }
}
