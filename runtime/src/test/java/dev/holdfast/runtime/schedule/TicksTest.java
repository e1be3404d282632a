// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.DaylightSaving;
import dev.holdfast.core.work.DaylightSaving.Missing;
import dev.holdfast.core.work.DaylightSaving.Repeated;
import dev.holdfast.core.work.Recurrence;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TicksTest {
    private static final int HISTORIES = 150;

    private static Recurrence.Cron cron(String expression, String zone, Missing missing, Repeated repeated) {
        return new Recurrence.Cron(expression, zone, new DaylightSaving(missing, repeated));
    }

    private static List<String> between(Recurrence recurrence, String first, String last) {
        return Ticks.of(recurrence)
                .between(
                        Moment.of(OffsetDateTime.parse(first).toInstant()),
                        Moment.of(OffsetDateTime.parse(last).toInstant()),
                        1_000)
                .stream()
                .map(Moment::toString)
                .toList();
    }

    /** PF-106, PF-109. Europe/Berlin 2026: clocks go from 2:00 to 3:00 on March 29th, from 3:00 to 2:00 on October 25th. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        SKIP  | ONCE  | 2026-03-28T01:30:00Z 2026-03-30T00:30:00Z
        SHIFT | ONCE  | 2026-03-28T01:30:00Z 2026-03-29T01:30:00Z 2026-03-30T00:30:00Z
        """)
    void aTimeOfDayThatIsLeftOut(Missing missing, Repeated repeated, String ticks) {
        assertThat(between(
                        cron("30 2 * * *", "Europe/Berlin", missing, repeated),
                        "2026-03-28T00:00:00+01:00",
                        "2026-03-30T12:00:00+02:00"))
                .containsExactly(ticks.strip().split(" "));
    }

    /** PF-103. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ONCE  | 2026-10-24T00:30:00Z 2026-10-25T00:30:00Z 2026-10-26T01:30:00Z
        TWICE | 2026-10-24T00:30:00Z 2026-10-25T00:30:00Z 2026-10-25T01:30:00Z 2026-10-26T01:30:00Z
        """)
    void aTimeOfDayThatComesTwice(Repeated repeated, String ticks) {
        assertThat(between(
                        cron("30 2 * * *", "Europe/Berlin", Missing.SHIFT, repeated),
                        "2026-10-24T00:00:00+02:00",
                        "2026-10-26T12:00:00+01:00"))
                .containsExactly(ticks.strip().split(" "));
    }

    /** PF-105: whatever is chosen, what names no hour has its ticks in the repeated one too. */
    @Test
    void shortRecurrencesGoByElapsedTime() {
        for (DaylightSaving.Missing missing : Missing.values()) {
            for (DaylightSaving.Repeated repeated : Repeated.values()) {
                assertThat(between(
                                cron("*/5 * * * *", "Europe/Berlin", missing, repeated),
                                "2026-10-25T00:00:00Z",
                                "2026-10-25T01:59:00Z"))
                        .hasSize(24);
                assertThat(between(
                                cron("*/5 * * * *", "Europe/Berlin", missing, repeated),
                                "2026-03-29T00:00:00Z",
                                "2026-03-29T01:59:00Z"))
                        .hasSize(24);
            }
        }
    }

    /** America/New_York 2026: March 8th and November 1st, at 2:00. */
    @Test
    void ticksThatAreShiftedMeetOthers() {
        assertThat(between(
                        cron("0,30 1-3 * * *", "America/New_York", Missing.SHIFT, Repeated.ONCE),
                        "2026-03-08T00:00:00-05:00",
                        "2026-03-08T12:00:00-04:00"))
                .containsExactly(
                        "2026-03-08T06:00:00Z", "2026-03-08T06:30:00Z", "2026-03-08T07:00:00Z", "2026-03-08T07:30:00Z");
        assertThat(between(
                        cron("0 0-23 * * *", "America/New_York", Missing.SKIP, Repeated.ONCE),
                        "2026-11-01T00:00:00-04:00",
                        "2026-11-01T03:00:00-05:00"))
                .containsExactly(
                        "2026-11-01T04:00:00Z", "2026-11-01T05:00:00Z", "2026-11-01T07:00:00Z", "2026-11-01T08:00:00Z");
    }

    /** Australia/Lord_Howe changes by half an hour: on April 5th 2026 from 2:00 to 1:30, on October 4th from 2:00 to 2:30. */
    @Test
    void clocksThatAreChangedByHalfAnHour() {
        assertThat(between(
                        cron("45 1 * * *", "Australia/Lord_Howe", Missing.SHIFT, Repeated.TWICE),
                        "2026-04-05T00:00:00+11:00",
                        "2026-04-05T12:00:00+10:30"))
                .containsExactly("2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z");
        assertThat(between(
                        cron("15 2 * * *", "Australia/Lord_Howe", Missing.SHIFT, Repeated.TWICE),
                        "2026-10-04T00:00:00+10:30",
                        "2026-10-04T12:00:00+11:00"))
                .containsExactly("2026-10-03T15:45:00Z");
        assertThat(between(
                        cron("15 2 * * *", "Australia/Lord_Howe", Missing.SKIP, Repeated.TWICE),
                        "2026-10-04T00:00:00+10:30",
                        "2026-10-04T12:00:00+11:00"))
                .isEmpty();
    }

    static Stream<Long> seeds() {
        return LongStream.rangeClosed(1, HISTORIES).boxed();
    }

    /** PF-107. Around changes of all sorts, a day that a zone has never had among them (Samoa, 2011-12-30). */
    @ParameterizedTest
    @MethodSource("seeds")
    void theSameAsTheSlowTwin(long seed) {
        Random random = new Random(seed);
        String[][] changes = {
            {"Europe/Berlin", "2026-03-29"},
            {"Europe/Berlin", "2026-10-25"},
            {"America/New_York", "2026-03-08"},
            {"America/New_York", "2026-11-01"},
            {"Australia/Lord_Howe", "2026-04-05"},
            {"Australia/Lord_Howe", "2026-10-04"},
            {"Pacific/Apia", "2011-12-30"},
            {"America/Sao_Paulo", "2018-11-04"},
            {"Africa/Casablanca", "2026-02-15"},
            {"UTC", "2026-03-29"},
            {"+05:30", "2026-03-29"}
        };
        String[] change = changes[random.nextInt(changes.length)];
        String expression = String.join(
                " ",
                field(random, 60),
                field(random, 6),
                random.nextInt(4) == 0 ? "" + (1 + random.nextInt(28)) : "*",
                random.nextInt(8) == 0 ? "2-4,10-12" : "*",
                random.nextInt(4) == 0 ? random.nextInt(7) + "" : "*");
        Recurrence.Cron cron = cron(
                expression,
                change[0],
                random.nextBoolean() ? Missing.SKIP : Missing.SHIFT,
                random.nextBoolean() ? Repeated.ONCE : Repeated.TWICE);
        Instant first = LocalDate.parse(change[1])
                .atStartOfDay(java.time.ZoneOffset.UTC)
                .toInstant()
                .minusSeconds(86_400 + random.nextInt(7_200));
        Instant last = first.plusSeconds(3 * 86_400);

        List<Moment> ticks = Ticks.of(cron).between(Moment.of(first), Moment.of(last), Integer.MAX_VALUE);

        assertThat(ticks).as("%s from %s", cron, first).isEqualTo(new PlainTicks(cron).between(first, last));
        ticks.forEach(tick -> assertThat(Ticks.of(cron).from(tick))
                .as("%s, %s is a tick", cron, tick)
                .contains(tick));
        if (!ticks.isEmpty()) {
            assertThat(Ticks.of(cron).newest(Moment.of(first), Moment.of(last))).contains(ticks.getLast());
        }
    }

    private static String field(Random random, int values) {
        return switch (random.nextInt(5)) {
            case 0 -> "*";
            case 1 -> "*/" + (1 + random.nextInt(values / 2));
            case 2 -> random.nextInt(values / 2) + "-" + (values / 2 + random.nextInt(values / 2));
            case 3 -> random.nextInt(values / 2) + "," + (values / 2 + random.nextInt(values / 2));
            default -> "" + random.nextInt(values);
        };
    }

    @Test
    void rareTicksAreFoundAndThoseThatNeverComeAreNot() {
        Ticks leapDays = Ticks.of(cron("0 0 29 2 *", "Europe/Berlin", Missing.SHIFT, Repeated.ONCE));
        assertThat(leapDays.from(Moment.of(Instant.parse("2026-01-01T00:00:00Z"))))
                .contains(Moment.of(Instant.parse("2028-02-28T23:00:00Z")));
        Ticks never = Ticks.of(cron("0 0 30 2 *", "Europe/Berlin", Missing.SHIFT, Repeated.ONCE));
        assertThat(never.after(Moment.of(Instant.parse("2026-01-01T00:00:00Z"))))
                .isEqualTo(Moment.FOREVER);
    }

    @Test
    void intervalsAreCountedFromTheirAnchor() {
        Recurrence every =
                new Recurrence.Every(Duration.ofMinutes(5), Moment.of(Instant.parse("2026-01-01T00:02:00Z")));
        assertThat(between(every, "2025-12-31T23:50:00Z", "2026-01-01T00:07:00Z"))
                .containsExactly(
                        "2025-12-31T23:52:00Z", "2025-12-31T23:57:00Z", "2026-01-01T00:02:00Z", "2026-01-01T00:07:00Z");
        Ticks ticks = Ticks.of(every);
        assertThat(ticks.newest(new Moment(0), Moment.of(Instant.parse("2026-01-01T00:06:59Z"))))
                .contains(Moment.of(Instant.parse("2026-01-01T00:02:00Z")));
        assertThat(ticks.after(Moment.FOREVER)).isEqualTo(Moment.FOREVER);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        60 2 * * *
        0 2 * *
        0 2 * * * *
        never
        0 2 * * MOO
        """)
    void whatIsNoExpressionIsRefused(String expression) {
        assertThatThrownBy(() -> Ticks.of(cron(expression, "UTC", Missing.SHIFT, Repeated.ONCE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("cron expression '" + expression + "': ");
    }
}
