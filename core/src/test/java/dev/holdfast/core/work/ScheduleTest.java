// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Moment;
import dev.holdfast.core.Names;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What of schedules no scenario shows. */
class ScheduleTest {
    private static final Moment NOW = new Moment(1_000_000);

    /** A name of full length has no room for the tick, and two of them still have ticks of two keys. */
    @Test
    void ticksOfLongNamesHaveKeysOfTheirOwn() {
        ScheduleId one = new ScheduleId("a".repeat(Names.MAX_LENGTH));
        ScheduleId other = new ScheduleId("a".repeat(Names.MAX_LENGTH - 1) + "b");

        assertThat(Schedule.keyOf(one, NOW).value()).startsWith(Schedule.RESERVED);
        assertThat(Schedule.keyOf(one, NOW)).isNotEqualTo(Schedule.keyOf(other, NOW));
        assertThat(Schedule.keyOf(one, NOW)).isNotEqualTo(Schedule.keyOf(one, NOW.plus(Duration.ofHours(1))));
    }

    @Test
    void aLedgerHasSoManySchedulesAndNoMore() {
        PoolId pool = new PoolId("p");
        ScheduleTerms terms =
                ScheduleTerms.of(pool, ScheduleTerms.template("mail"), new Recurrence.Every(Duration.ofHours(1), NOW));
        try (Ledger ledger = MemoryLedger.create(() -> NOW)) {
            ledger.submit(new DefinePool(pool, PoolPolicy.DEFAULT));
            for (int i = 1; i <= Schedule.MOST; i++) {
                assertThat(ledger.submit(set("s" + i, terms))).isEqualTo(new ScheduleDecision.Defined(1));
            }

            assertThat(ledger.submit(set("one more", terms)))
                    .isEqualTo(new ScheduleDecision.TooManySchedules(Schedule.MOST));
            assertThat(ledger.submit(set("s1", terms))).isEqualTo(new ScheduleDecision.Repeated(1));
        }
    }

    private static SetSchedule set(String name, ScheduleTerms terms) {
        return new SetSchedule(new ScheduleId(name), terms, Optional.empty(), "ann", "test");
    }
}
