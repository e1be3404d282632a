// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.SweepDecision;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * When a worker sweeps one pool. All workers of a pool do; the ledger lets one pass through per interval and tells the
 * others when to come back. Not thread-safe.
 */
public final class SweepLogic {
    /** Spreads those whom the ledger sent away with the same word over a tenth of a second. */
    private static final long SPREAD = Duration.ofMillis(100).toNanos();

    private final long interval;
    private final BackOff backOff;
    private final RandomGenerator random;
    private long sweepAt = Long.MIN_VALUE;

    /** @param interval the pool's {@code sweepEvery} */
    public SweepLogic(Duration interval, RandomGenerator random) {
        this.interval = interval.toNanos();
        this.backOff = new BackOff(Duration.ofMillis(100), Duration.ofSeconds(5), random);
        this.random = random;
    }

    public long sweepAt() {
        return sweepAt;
    }

    public void answered(SweepDecision decision, long now) {
        backOff.reset();
        sweepAt = switch (decision) {
            case SweepDecision.Swept swept -> swept.more() ? now : Monotonic.later(now, interval);
            case SweepDecision.NotYet early ->
                Monotonic.later(now, early.retryAfter().toNanos() + random.nextLong(SPREAD));
            case PoolUnknown unknown -> Monotonic.later(now, interval);
        };
    }

    public void failed(long now) {
        sweepAt = Monotonic.later(now, backOff.next());
    }
}
