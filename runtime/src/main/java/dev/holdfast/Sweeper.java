// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.runtime.logic.Monotonic;
import dev.holdfast.runtime.logic.SweepLogic;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Housekeeping: sweeps each pool that the worker serves, in its interval. */
final class Sweeper implements Step {
    private final Ledger ledger;
    private final Reports reports;
    private final Monotonic clock;
    private final Map<PoolId, SweepLogic> pools = new TreeMap<>();

    /** @param intervals the {@code sweepEvery} of each pool */
    Sweeper(Ledger ledger, Map<PoolId, Duration> intervals, Reports reports, Driver driver) {
        this.ledger = ledger;
        this.reports = reports;
        this.clock = driver.clock();
        intervals.forEach((pool, interval) -> pools.put(pool, new SweepLogic(interval, driver.random())));
    }

    @Override
    public long run() {
        long next = Monotonic.NEVER;
        for (Map.Entry<PoolId, SweepLogic> each : pools.entrySet()) {
            SweepLogic logic = each.getValue();
            if (logic.sweepAt() <= clock.nanos()) {
                sweep(each.getKey(), logic);
            }
            next = Math.min(next, logic.sweepAt());
        }
        return next;
    }

    private void sweep(PoolId pool, SweepLogic logic) {
        try {
            logic.answered(ledger.submit(new Sweep(pool, false)), clock.nanos());
        } catch (LedgerUnavailable | OutcomeUnknown e) {
            reports.trouble("pool " + pool + " was not swept", e);
            logic.failed(clock.nanos());
        }
    }
}
