// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Asks the ledger for its pools every so often, on a thread of its own, and shows the answers. Who looks at a gauge sees the
 * newest answer and never waits for the ledger. Thread-safe.
 */
final class Refresh implements AutoCloseable {
    private final Ledger ledger;
    private final Recorder recorder;
    private final TagNames names;
    private final List<Consumer<Ledger>> delays;
    private final Shield shield;
    private final ScheduledExecutorService thread;
    private final Object refreshing = new Object();
    private final Object showing = new Object();
    private boolean closed;

    /** @param delays measure what was sampled since the last time */
    Refresh(Ledger ledger, Recorder recorder, TagNames names, List<Consumer<Ledger>> delays, Shield shield) {
        this.ledger = ledger;
        this.recorder = recorder;
        this.names = names;
        this.delays = delays;
        this.shield = shield;
        this.thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("holdfast-telemetry").factory());
    }

    void start(Duration every) {
        ScheduledFuture<?> unused = thread.scheduleWithFixedDelay(this::now, 0, every.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Asks and shows. When the ledger does not answer, the gauges show nothing: what was true before need not be now. */
    void now() {
        // One at a time, so that what is shown last was asked last.
        synchronized (refreshing) {
            Optional<PoolReadings> readings = shield.get(this::read);
            show(readings.orElseGet(() -> new PoolReadings(names)));
            delays.forEach(each -> shield.run(() -> each.accept(ledger)));
            recorder.count(Instrument.SNAPSHOTS, readings.isPresent() ? "done" : "failed");
        }
    }

    private PoolReadings read() {
        PoolReadings readings = new PoolReadings(names);
        for (Pool pool : ledger.ask(new ListPools())) {
            if (names.showsPool(pool.id())) {
                ledger.ask(new ShowPool(pool.id())).ifPresent(snapshot -> readings.add(snapshot, oldestDue(snapshot)));
            }
        }
        readings.add(ledger.ask(new DueSchedules(Optional.empty())));
        return readings;
    }

    private Duration oldestDue(PoolSnapshot snapshot) {
        if (snapshot.count(Status.QUEUED) == 0) {
            return Duration.ZERO;
        }
        FindWork first = new FindWork(
                Optional.of(snapshot.pool().id()), Set.of(Status.QUEUED), Optional.empty(), 0, Bounds.OLDEST);
        OptionalLong micros = ledger.ask(first).units().stream()
                .map(Unit::state)
                .filter(WorkState.Queued.class::isInstance)
                .map(WorkState.Queued.class::cast)
                .mapToLong(queued ->
                        Math.max(0, snapshot.now().micros() - queued.due().micros()))
                .max();
        return Duration.of(micros.orElse(0), java.time.temporal.ChronoUnit.MICROS);
    }

    private void show(PoolReadings readings) {
        synchronized (showing) {
            if (!closed) {
                readings.all().forEach(recorder::show);
            }
        }
    }

    /** Does not wait for an answer that is on its way; it is not shown any more. */
    @Override
    public void close() {
        thread.shutdown();
        show(new PoolReadings(names));
        synchronized (showing) {
            closed = true;
        }
    }
}
