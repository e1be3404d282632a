// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.runtime.spi.Listener;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Measures runs of handlers, and passes on what it is told. */
final class RunWatch implements Listener {
    private final Recorder recorder;
    private final TagNames names;
    private final Ends ends;
    private final Traces traces;
    private final Shield shield;
    private final LongSupplier nanos;
    private final Listener next;
    private final Remembered<Claimed, Long> startedAt = new Remembered<>(Bounds.CLAIMS);

    /** @param next is told everything after this one */
    RunWatch(
            Recorder recorder,
            TagNames names,
            Ends ends,
            Traces traces,
            Shield shield,
            LongSupplier nanos,
            Listener next) {
        this.recorder = recorder;
        this.names = names;
        this.ends = ends;
        this.traces = traces;
        this.shield = shield;
        this.nanos = nanos;
        this.next = next;
    }

    @Override
    public void granted(Grant grant) {
        next.granted(grant);
    }

    @Override
    public void started(Grant grant) {
        recorder.add(Instrument.RUN_ATTEMPT, grant.attempt(), names.pool(grant.pool()), names.kind(grant.submission()));
        shield.run(() -> traces.started(grant));
        startedAt.put(Claimed.of(grant), nanos.getAsLong());
        next.started(grant);
    }

    @Override
    public void returned(Grant grant, Optional<Answer> answer) {
        startedAt
                .remove(Claimed.of(grant))
                .ifPresent(start -> recorder.add(
                        Instrument.RUN_DURATION,
                        nanos.getAsLong() - start,
                        names.pool(grant.pool()),
                        names.kind(grant.submission()),
                        answer.map(Words::ofType).orElse("none")));
        shield.run(() -> traces.returned(grant, answer));
        next.returned(grant, answer);
    }

    @Override
    public void settled(Grant grant, Answer answer, SettleDecision decision) {
        next.settled(grant, answer, decision);
    }

    @Override
    public void lost(WorkId work, Fence fence) {
        Home home = ends.home(work);
        recorder.count(Instrument.RUNS_LOST, home.pool(), home.kind());
        next.lost(work, fence);
    }

    @Override
    public void trouble(String what, Throwable cause) {
        recorder.count(Instrument.TROUBLES);
        next.trouble(what, cause);
    }
}
