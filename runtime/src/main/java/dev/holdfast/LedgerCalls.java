// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.runtime.logic.BackOff;
import dev.holdfast.runtime.logic.Monotonic;
import java.time.Duration;

/** The calls of one role: after one that got no answer none is made for a while, longer each time. Used by one thread. */
final class LedgerCalls {
    private final Reports reports;
    private final Monotonic clock;
    private final BackOff backOff;
    private long notBefore = Long.MIN_VALUE;

    LedgerCalls(Reports reports, Driver driver) {
        this.reports = reports;
        this.clock = driver.clock();
        this.backOff = new BackOff(Duration.ofMillis(10), Duration.ofSeconds(2), driver.random());
    }

    /** Until when none is made, if that is in the future. */
    long notBefore() {
        return notBefore;
    }

    boolean mustWait() {
        return clock.nanos() < notBefore;
    }

    /** @param failed what to report when there is no answer */
    void make(Runnable calls, String failed) {
        try {
            calls.run();
            backOff.reset();
            notBefore = Long.MIN_VALUE;
        } catch (LedgerUnavailable | OutcomeUnknown e) {
            reports.trouble(failed, e);
            notBefore = Monotonic.later(clock.nanos(), backOff.next());
        }
    }
}
