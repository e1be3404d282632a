// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.SweepDecision;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The sweeps of all pools, at the intervals of their policies; those that find nothing are left out. */
final class Sweeps {
    private final Ledger ledger;
    private final Moment start;
    private final Map<PoolId, PoolPolicy> policies = new TreeMap<>();

    /** @param ledger with the policies that hold from the start on */
    Sweeps(Ledger ledger, Moment start) {
        this.ledger = ledger;
        this.start = start;
        for (Pool pool : ledger.ask(new ListPools())) {
            policies.put(pool.id(), pool.policy());
        }
    }

    PoolPolicy policy(PoolId pool) {
        PoolPolicy policy = policies.get(pool);
        if (policy == null) {
            throw new IllegalStateException("there is no pool '" + pool + "'");
        }
        return policy;
    }

    /** The first sweep of the pool after a moment. */
    Moment after(PoolId pool, Moment moment) {
        long every = Math.max(1, Moment.micros(policy(pool).sweepEvery()));
        long passed = Math.max(0, Moment.micros(moment.since(start)));
        long intervals = passed / every + 1;
        return intervals > Long.MAX_VALUE / every
                ? Moment.FOREVER
                : start.plus(Duration.of(intervals * every, ChronoUnit.MICROS));
    }

    void sweep(Set<PoolId> pools) {
        for (PoolId pool : pools) {
            boolean more = true;
            while (more) {
                more = ledger.submit(new Sweep(pool, true)) instanceof SweepDecision.Swept swept && swept.more();
            }
        }
    }
}
