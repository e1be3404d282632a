// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.DaylightSaving;
import dev.holdfast.core.work.Misfire;
import dev.holdfast.core.work.Overlap;
import dev.holdfast.core.work.Recurrence;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** When a schedule has its ticks, and what becomes of those that overlap or were missed, as text: a line each. */
record TimingText(Recurrence recurrence, Overlap overlap, Misfire misfire) {
    String write() {
        Fields fields = new Fields();
        switch (recurrence) {
            case Recurrence.Cron cron ->
                fields.line(
                        "cron",
                        cron.expression(),
                        cron.zone(),
                        cron.daylightSaving().missing().name(),
                        cron.daylightSaving().repeated().name());
            case Recurrence.Every every ->
                fields.line(
                        "every",
                        every.interval().toString(),
                        Long.toString(every.anchor().micros()));
        }
        return fields.line("overlap", overlap.name())
                .line("misfire", misfire.policy().name(), misfire.within().toString())
                .text();
    }

    static TimingText read(String text) {
        Optional<Recurrence> recurrence = Optional.empty();
        Overlap overlap = Overlap.SKIP;
        Misfire misfire = Misfire.DEFAULT;
        for (List<String> line : Fields.parse(text)) {
            switch (line.getFirst()) {
                case "cron" ->
                    recurrence = Optional.of(new Recurrence.Cron(
                            line.get(1),
                            line.get(2),
                            new DaylightSaving(
                                    DaylightSaving.Missing.valueOf(line.get(3)),
                                    DaylightSaving.Repeated.valueOf(line.get(4)))));
                case "every" ->
                    recurrence = Optional.of(
                            new Recurrence.Every(Duration.parse(line.get(1)), new Moment(Long.parseLong(line.get(2)))));
                case "overlap" -> overlap = Overlap.valueOf(line.get(1));
                case "misfire" ->
                    misfire = new Misfire(Misfire.Policy.valueOf(line.get(1)), Duration.parse(line.get(2)));
                default -> throw Fields.unknown("schedule", line);
            }
        }
        return new TimingText(
                recurrence.orElseThrow(() -> new IllegalStateException("a schedule without a recurrence: " + text)),
                overlap,
                misfire);
    }
}
