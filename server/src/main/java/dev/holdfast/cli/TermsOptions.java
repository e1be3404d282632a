// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.DaylightSaving;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Misfire;
import dev.holdfast.core.work.Overlap;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Recurrence;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.Submission;
import dev.holdfast.runtime.schedule.Ticks;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What a schedule submits and when, as options. */
final class TermsOptions {
    @Option(names = "--pool", paramLabel = "POOL", required = true, description = "where its work goes")
    private String pool;

    @Option(names = "--kind", paramLabel = "KIND", required = true, description = "kind of its work")
    private String kind;

    @Option(names = "--payload", paramLabel = "TEXT", description = "payload of each unit (default: none)")
    private String payload;

    @Option(
            names = "--media-type",
            paramLabel = "TYPE",
            defaultValue = "application/json",
            description = "what the payload is (default: ${DEFAULT-VALUE})")
    private String mediaType;

    @ArgGroup(multiplicity = "1")
    private When when;

    /** One of these. */
    static final class When {
        @Option(
                names = "--cron",
                paramLabel = "FIELDS",
                description = "minute, hour, day of month, month and day of week, as crontab has them")
        private String cron;

        @Option(
                names = "--every",
                paramLabel = "DURATION",
                description = "at equal distances, such as 5m",
                converter = DurationConverter.class)
        private Duration every;
    }

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            defaultValue = "UTC",
            description = "whose clocks --cron goes by, such as Europe/Berlin (default: ${DEFAULT-VALUE})")
    private String zone;

    @Option(
            names = "--missing",
            paramLabel = "CHOICE",
            defaultValue = "SHIFT",
            description = "a time of day that is left out when clocks are put forward: skip, or shift the tick"
                    + " (default: shift)")
    private DaylightSaving.Missing missing;

    @Option(
            names = "--repeated",
            paramLabel = "CHOICE",
            defaultValue = "ONCE",
            description = "a time of day that comes twice when clocks are put back: once, or twice (default: once)")
    private DaylightSaving.Repeated repeated;

    @Option(
            names = "--anchor",
            paramLabel = "MOMENT",
            description = "one of the ticks of --every, such as 2026-01-01T00:02:00Z (default: 1970-01-01T00:00:00Z)")
    private String anchor;

    @Option(
            names = "--overlap",
            paramLabel = "CHOICE",
            defaultValue = "SKIP",
            description = "a tick while the unit before it has not ended: allow, skip, or one that waits"
                    + " (default: skip)")
    private Overlap overlap;

    @Option(
            names = "--misfire",
            paramLabel = "CHOICE",
            defaultValue = "ONE",
            description = "ticks that nobody passed in time: skip them, one for all, or all (default: one)")
    private Misfire.Policy misfire;

    @Option(
            names = "--within",
            paramLabel = "DURATION",
            defaultValue = "1d",
            description = "older ticks are never made up for (default: ${DEFAULT-VALUE})",
            converter = DurationConverter.class)
    private Duration within;

    @Option(names = "--band", paramLabel = "N", description = "band of its work, 0 (first) to 7 (default: 4)")
    private Integer band;

    @Option(names = "--fairness-key", paramLabel = "KEY", description = "whom its work is charged to")
    private String fairnessKey;

    @Option(names = "--demand", paramLabel = "RESOURCE=N", description = "what a unit uses while it runs")
    private Map<String, Long> demand = Map.of();

    @Option(names = "--domain", paramLabel = "DOMAIN", description = "a domain that a unit takes a place in")
    private Set<String> domains = Set.of();

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "for people and queries")
    private Map<String, String> labels = Map.of();

    @Option(names = "--guarantee", paramLabel = "NAME", description = "what its handler promises about running twice")
    private Guarantee guarantee;

    @Option(names = "--recovery", paramLabel = "NAME", description = "what happens to a unit whose claim was lost")
    private Recovery recovery;

    @Option(
            names = "--run-limit",
            paramLabel = "DURATION",
            description = "how long one run may take",
            converter = DurationConverter.class)
    private Duration runLimit;

    @Option(
            names = "--start-by",
            paramLabel = "DURATION",
            description = "how long after its tick's submission the last run may start",
            converter = DurationConverter.class)
    private Duration startBy;

    /** @throws IllegalArgumentException when a value is out of its bounds */
    ScheduleTerms terms() {
        Recurrence recurrence = recurrence();
        Ticks.of(recurrence);
        return new ScheduleTerms(new PoolId(pool), template(), recurrence, overlap, new Misfire(misfire, within));
    }

    private Recurrence recurrence() {
        return when.cron != null
                ? new Recurrence.Cron(when.cron, zone, new DaylightSaving(missing, repeated))
                : new Recurrence.Every(
                        when.every,
                        Moment.of(Optional.ofNullable(anchor)
                                .map(TermsOptions::instant)
                                .orElse(Instant.EPOCH)));
    }

    private static Instant instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("'" + text + "' is no moment; write 2026-01-01T00:02:00Z", e);
        }
    }

    private Submission template() {
        Submission.Builder unit = ScheduleTerms.template(kind).labels(labels);
        Optional.ofNullable(payload)
                .map(text -> Payload.of(text.getBytes(StandardCharsets.UTF_8), mediaType))
                .ifPresent(unit::payload);
        Optional.ofNullable(band).ifPresent(unit::band);
        Optional.ofNullable(fairnessKey).ifPresent(unit::fairnessKey);
        demand.forEach(unit::demand);
        domains.forEach(unit::domain);
        Optional.ofNullable(guarantee).ifPresent(unit::guarantee);
        Optional.ofNullable(recovery).ifPresent(unit::recovery);
        Optional.ofNullable(runLimit).ifPresent(unit::runLimit);
        Optional.ofNullable(startBy).ifPresent(unit::startBy);
        return unit.build();
    }
}
