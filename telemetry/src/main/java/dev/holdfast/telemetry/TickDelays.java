// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.TickDecision;
import dev.holdfast.core.work.Unit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Counts ticks and measures how late they were submitted: a pass is not told, so a few units are asked about afterwards, which
 * know their tick and when they were admitted. Thread-safe.
 */
final class TickDelays {
    private static final long NANOS_IN_MICROS = 1_000;

    private final Recorder recorder;
    private final TagNames names;
    private final List<WorkId> sample = new ArrayList<>();

    TickDelays(Recorder recorder, TagNames names) {
        this.recorder = recorder;
        this.names = names;
    }

    synchronized void passed(TickDecision.Ticked pass) {
        count(pass.submitted().size(), "submitted");
        count(pass.leftOut(), "left-out");
        pass.submitted().stream().limit(Bounds.SAMPLE - sample.size()).forEach(sample::add);
    }

    private void count(int ticks, String outcome) {
        if (ticks > 0) {
            recorder.add(Instrument.TICKS, ticks, outcome);
        }
    }

    private synchronized List<WorkId> taken() {
        List<WorkId> taken = List.copyOf(sample);
        sample.clear();
        return taken;
    }

    void measure(Ledger ledger) {
        for (WorkId each : taken()) {
            ledger.ask(new Inspect(each)).ifPresent(this::measure);
        }
    }

    private void measure(Unit unit) {
        Optional.ofNullable(unit.submission().labels().get(ScheduleTerms.TICK_LABEL))
                .map(tick -> unit.admittedAt().since(Moment.of(Instant.parse(tick))))
                .ifPresent(late -> recorder.add(
                        Instrument.TICK_DELAY,
                        Math.max(0, Moment.micros(late)) * NANOS_IN_MICROS,
                        names.pool(unit.pool()),
                        names.kind(unit.submission())));
    }
}
