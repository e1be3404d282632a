// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.work.Save;
import dev.holdfast.core.work.SweepPage;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** Sweeps take it to be three seconds later than it is. */
final class HastySweeps extends WrongShelf {
    private final AtomicBoolean sweeping;

    HastySweeps(LedgerClock clock) {
        this(clock, new AtomicBoolean());
    }

    private HastySweeps(LedgerClock clock, AtomicBoolean sweeping) {
        super(() -> sweeping.get() ? clock.now().plus(Duration.ofSeconds(3)) : clock.now());
        this.sweeping = sweeping;
    }

    @Override
    public <R> R sweep(PoolId pool, int limit, Function<SweepPage, Save<R>> rule) {
        sweeping.set(true);
        try {
            return super.sweep(pool, limit, rule);
        } finally {
            sweeping.set(false);
        }
    }
}
