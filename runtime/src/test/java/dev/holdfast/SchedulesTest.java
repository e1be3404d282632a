// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.DaylightSaving;
import dev.holdfast.core.work.DaylightSaving.Missing;
import dev.holdfast.core.work.DaylightSaving.Repeated;
import dev.holdfast.core.work.Misfire;
import dev.holdfast.core.work.Overlap;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recurrence;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.ScheduleDecision;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.SetSchedule;
import dev.holdfast.core.work.ShowSchedule;
import dev.holdfast.core.work.Tick;
import dev.holdfast.core.work.Unit;
import dev.holdfast.testkit.Invariants;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recurring work in virtual time: the clock is moved, and everything that is due happens. */
@ExtendWith(QuietLog.class)
class SchedulesTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private final ManualClock clock = new ManualClock();
    private final FaultyLedger ledger = new FaultyLedger(MemoryLedger.create(clock));
    private final Holdfast holdfast = Holdfast.over(ledger, new StepDriver(clock));
    private final List<String> ran = new ArrayList<>();

    @AfterEach
    void close() {
        holdfast.close();
        ledger.close();
    }

    private void start() {
        holdfast.handle("report", String.class, (payload, context) -> {
            ran.add(context.work().value());
            return Outcome.done(payload);
        });
        holdfast.start();
    }

    private void pass(Instant until, Duration step) {
        while (clock.now().isBefore(Moment.of(until))) {
            clock.advance(step);
        }
    }

    private static List<String> ticks(Ledger of) {
        return Invariants.units(of).stream()
                .map(unit -> unit.submission().labels().get(ScheduleTerms.TICK_LABEL))
                .toList();
    }

    private Schedule shown(String name) {
        return ledger.ask(new ShowSchedule(new ScheduleId(name))).orElseThrow();
    }

    /** Half past two in Berlin, over the day that has none and the day that has two. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        SKIP  | ONCE  | 2026-03-28T01:30:00Z,2026-03-30T00:30:00Z                      | 2026-10-25T00:30:00Z,2026-10-26T01:30:00Z
        SHIFT | ONCE  | 2026-03-28T01:30:00Z,2026-03-29T01:30:00Z,2026-03-30T00:30:00Z | 2026-10-25T00:30:00Z,2026-10-26T01:30:00Z
        SHIFT | TWICE | 2026-03-28T01:30:00Z,2026-03-29T01:30:00Z,2026-03-30T00:30:00Z | 2026-10-25T00:30:00Z,2026-10-25T01:30:00Z,2026-10-26T01:30:00Z
        """)
    void whenClocksAreChanged(Missing missing, Repeated repeated, String spring, String autumn) {
        clock.set(Moment.of(Instant.parse("2026-03-28T00:00:00Z")));
        start();
        holdfast.schedule(
                "nightly",
                "report",
                "x",
                ScheduleOptions.cron("30 2 * * *", BERLIN, new DaylightSaving(missing, repeated)));

        pass(Instant.parse("2026-03-30T12:00:00Z"), Duration.ofMinutes(10));
        assertThat(ticks(ledger)).containsExactly(spring.strip().split(","));
        int before = ticks(ledger).size();
        pass(Instant.parse("2026-10-24T12:00:00Z"), Duration.ofHours(1));
        assertThat(ticks(ledger)).hasSize(before + 208);
        pass(Instant.parse("2026-10-26T12:00:00Z"), Duration.ofMinutes(10));

        assertThat(ticks(ledger).subList(before + 208, ticks(ledger).size()))
                .containsExactly(autumn.strip().split(","));
        assertThat(ran).hasSameSizeAs(ticks(ledger)).doesNotHaveDuplicates();
    }

    @Test
    void theSameAgainChangesNothingAndOtherTermsReplaceARevision() {
        ScheduleOptions hourly = ScheduleOptions.every(Duration.ofHours(1));
        holdfast.schedule("s", "report", "x", hourly);
        holdfast.schedule("s", "report", "x", hourly);
        ScheduleOptions daily = ScheduleOptions.cron("0 2 * * *", BERLIN).overlap(Overlap.ONE);

        assertThatThrownBy(() -> holdfast.schedule("s", "report", "x", daily))
                .isInstanceOfSatisfying(
                        ScheduleRefused.class,
                        refusal -> assertThat(refusal.decision())
                                .isEqualTo(new ScheduleDecision.TermsConflict(1, List.of("recurrence", "overlap"))));
        holdfast.schedule("s", "report", "x", daily, 1);

        assertThat(shown("s").revision()).isEqualTo(2);
        assertThat(shown("s").terms().overlap()).isEqualTo(Overlap.ONE);
        assertThatThrownBy(() -> ScheduleOptions.cron("0 25 * * *", BERLIN))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> hourly.submit(SubmitOptions.none().key("k")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** PF-091. The night is over: one run makes up for it, or all, or none. */
    @ParameterizedTest
    @CsvSource({"SKIP, 0", "ONE, 1", "ALL, 12"})
    void aNightWithoutAnyProcess(Misfire.Policy policy, int madeUpFor) {
        holdfast.schedule(
                "s",
                "report",
                "x",
                ScheduleOptions.every(Duration.ofHours(1))
                        .overlap(Overlap.ALLOW)
                        .misfire(policy, Duration.ofHours(12)));
        clock.advance(Duration.ofHours(20).plusMinutes(30));

        start();
        holdfast.runDue();

        assertThat(ticks(ledger)).hasSize(madeUpFor);
        assertThat(shown("s").next()).isEqualTo(ManualClock.START.plus(Duration.ofHours(21)));
    }

    /** More ticks than one pass over a schedule has. */
    @Test
    void manyTicksAreMadeUpForInSeveralSteps() {
        holdfast.schedule(
                "all",
                "report",
                "x",
                ScheduleOptions.every(Duration.ofSeconds(10))
                        .overlap(Overlap.ALLOW)
                        .misfire(Misfire.Policy.ALL, Duration.ofHours(1)));
        holdfast.schedule(
                "one",
                "report",
                "y",
                ScheduleOptions.every(Duration.ofSeconds(1)).misfire(Misfire.Policy.ONE, Duration.ofDays(9)));
        clock.advance(Duration.ofDays(8));

        start();
        holdfast.runDue();

        assertThat(shown("all").submitted()).isEqualTo(361);
        assertThat(shown("one").submitted()).isEqualTo(1);
        assertThat(shown("one").newest()).contains(ManualClock.START.plus(Duration.ofDays(8)));
    }

    @Test
    void aTickThatWaitsFollowsAtOnce() {
        holdfast.handle("report", String.class, (payload, context) -> {
            ran.add(payload);
            if (ran.size() == 1) {
                clock.advance(Duration.ofMinutes(25));
            }
            return Outcome.done(payload);
        });
        holdfast.start(WorkerOptions.DEFAULT);
        holdfast.schedule(
                "s",
                "report",
                "x",
                ScheduleOptions.every(Duration.ofMinutes(10)).overlap(Overlap.ONE));
        holdfast.runDue();
        clock.advance(Duration.ofSeconds(5));
        clock.advance(Duration.ofSeconds(5));

        assertThat(ticks(ledger).getFirst()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(shown("s").waiting()).isEmpty();
    }

    /** PF-096, PF-100: whoever got no answer passes again, and finds out. */
    @Test
    void aLostAnswerSubmitsNothingTwice() {
        AtomicInteger ticks = new AtomicInteger();
        List<FaultyLedger.Fault> faults =
                List.of(FaultyLedger.Fault.NONE, FaultyLedger.Fault.BEFORE, FaultyLedger.Fault.AFTER);
        ledger.plan(command -> command instanceof Tick
                ? faults.get(ticks.getAndIncrement() % faults.size())
                : FaultyLedger.Fault.NONE);
        start();
        holdfast.schedule(
                "s",
                "report",
                "x",
                ScheduleOptions.every(Duration.ofMinutes(1))
                        .overlap(Overlap.ALLOW)
                        .misfire(Misfire.Policy.ALL, Duration.ofHours(1)));

        pass(ManualClock.START.plus(Duration.ofHours(2)).toInstant(), Duration.ofSeconds(20));

        assertThat(ledger.faults()).isGreaterThan(50);
        assertThat(ticks(ledger)).doesNotHaveDuplicates().hasSize(121);
        assertThat(shown("s").submitted()).isEqualTo(121);
    }

    @Test
    void aQueueThatHasRoomForSomeTakesThese() {
        holdfast.pool(
                "small",
                PoolPolicy.DEFAULT
                        .change()
                        .maxQueued(java.util.OptionalLong.of(3))
                        .build());
        holdfast.schedule(
                "s",
                "other",
                "x",
                ScheduleOptions.every(Duration.ofMinutes(1))
                        .overlap(Overlap.ALLOW)
                        .misfire(Misfire.Policy.ALL, Duration.ofHours(1))
                        .submit(SubmitOptions.none().pool("small")));
        clock.advance(Duration.ofMinutes(10));

        start();
        holdfast.runDue();

        assertThat(ticks(ledger)).hasSize(3);
        assertThat(shown("s").next()).isEqualTo(ManualClock.START.plus(Duration.ofMinutes(3)));
    }

    /** PF-150: a program that knows more than this one may have set it. */
    @Test
    void anExpressionThatNobodyUnderstandsStopsNoOther() {
        holdfast.pool("p", PoolPolicy.DEFAULT);
        ledger.submit(new SetSchedule(
                new ScheduleId("a"),
                ScheduleTerms.of(
                        new PoolId("p"),
                        ScheduleTerms.template("report"),
                        new Recurrence.Cron("never", "UTC", DaylightSaving.DEFAULT)),
                Optional.empty(),
                "ann",
                "test"));
        holdfast.schedule(
                "b", "report", "x", ScheduleOptions.every(Duration.ofMinutes(1)).overlap(Overlap.ALLOW));
        start();

        clock.advance(Duration.ofMinutes(1));

        assertThat(shown("a").submitted()).isZero();
        assertThat(shown("b").submitted()).isEqualTo(2);
        assertThat(Invariants.units(ledger).stream().map(Unit::pool)).containsOnly(Holdfast.DEFAULT_POOL);
    }
}
