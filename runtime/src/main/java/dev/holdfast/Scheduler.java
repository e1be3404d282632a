// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.runtime.logic.BackOff;
import dev.holdfast.runtime.logic.Monotonic;
import dev.holdfast.runtime.schedule.SchedulePass;
import java.time.Duration;

/** Passes over the schedules of the ledger, whatever pools this worker serves: somebody has to, and any may. */
final class Scheduler implements Step {
    private final SchedulePass pass;
    private final Reports reports;
    private final Monotonic clock;
    private final BackOff backOff;

    Scheduler(Ledger ledger, Reports reports, Driver driver) {
        this.pass = new SchedulePass(ledger, this::cannotPass);
        this.reports = reports;
        this.clock = driver.clock();
        this.backOff = new BackOff(Duration.ofMillis(100), SchedulePass.INTERVAL, driver.random());
    }

    @Override
    public long run() {
        try {
            Duration pause = pass.run();
            backOff.reset();
            return Monotonic.later(clock.nanos(), pause.toNanos());
        } catch (LedgerUnavailable | OutcomeUnknown e) {
            reports.trouble("schedules were not passed over", e);
            return Monotonic.later(clock.nanos(), backOff.next());
        }
    }

    private void cannotPass(ScheduleId schedule, String why) {
        reports.trouble("schedule " + schedule + " stays where it is", new IllegalStateException(why));
    }
}
