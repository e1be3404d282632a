// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Misfire;
import dev.holdfast.core.work.Overlap;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recurrence;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.SetSchedule;
import dev.holdfast.runtime.schedule.SchedulePass;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** PF-079. Whether ticks come, and how late they are, can be alarmed on. */
@Timeout(60)
@ExtendWith(QuietLog.class)
class TicksTest {
    private final Collected collected = new Collected();
    private final ManualClock clock = new ManualClock();

    @Test
    void theyShowHowLateTicksAreAndWhatWasLeftOut() {
        try (MeteredLedger ledger = MeteredLedger.over(
                MemoryLedger.create(clock), MicrometerTelemetry.in(collected.registry), Duration.ofDays(1))) {
            new Scene(ledger).define(PoolPolicy.DEFAULT);
            ScheduleTerms terms = ScheduleTerms.of(
                            Scene.POOL,
                            ScheduleTerms.template("a"),
                            new Recurrence.Every(Duration.ofMinutes(10), clock.now()))
                    .with(Overlap.ALLOW)
                    .with(new Misfire(Misfire.Policy.ALL, Duration.ofMinutes(25)));
            ledger.submit(new SetSchedule(new ScheduleId("s"), terms, Optional.empty(), "ann", "test"));
            clock.advance(Duration.ofMinutes(45));
            ledger.refresh();

            assertThat(collected.gauges(Instrument.SCHEDULE_OVERDUE)).isEqualTo(Map.of("", 45 * 60.0));
            assertThat(collected.gauges(Instrument.SCHEDULE_UNREADABLE)).isEqualTo(Map.of("", 0.0));

            new SchedulePass(ledger, (schedule, why) -> {}).run();
            ledger.refresh();

            // Those of 20, 30 and 40 minutes; of 0 and 10 the pass itself does not even ask.
            assertThat(collected.counters(Instrument.TICKS)).isEqualTo(Map.of("outcome=submitted", 3.0));
            assertThat(collected
                            .registry
                            .get("holdfast.tick.delay")
                            .tags("pool", "p", "kind", "a")
                            .timer()
                            .totalTime(TimeUnit.MINUTES))
                    .isEqualTo(25 + 15 + 5);
            assertThat(collected.gauges(Instrument.SCHEDULE_OVERDUE)).isEqualTo(Map.of("", 0.0));
        }
    }
}
