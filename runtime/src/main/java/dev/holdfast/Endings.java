// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.runtime.logic.Monotonic;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;

/** Those who wait for the end of a unit: woken at once when this process settles it, by looking when another does. */
final class Endings {
    /** Somebody waits: one signal for all who wait for the same unit. */
    private record Waiters(Signal signal, int count) {}

    private final Ledger ledger;
    private final Driver driver;
    private final ConcurrentMap<WorkId, Waiters> waiting = new ConcurrentHashMap<>();

    Endings(Ledger ledger, Driver driver) {
        this.ledger = ledger;
        this.driver = driver;
    }

    void mayHaveEnded(WorkId work) {
        Waiters waiters = waiting.get(work);
        if (waiters != null) {
            waiters.signal().raise();
        }
    }

    Optional<WorkState.Ended> await(WorkId work, Duration atMost) throws InterruptedException {
        Signal signal = waiting.compute(
                        work,
                        (id, known) -> known == null
                                ? new Waiters(new Signal(), 1)
                                : new Waiters(known.signal(), known.count() + 1))
                .signal();
        AtomicReference<Optional<WorkState.Ended>> end = new AtomicReference<>(Optional.empty());
        try {
            long until = Monotonic.later(driver.clock().nanos(), nanos(atMost));
            driver.await(signal, () -> look(work, end), until);
            return end.get();
        } finally {
            waiting.computeIfPresent(
                    work, (id, known) -> known.count() == 1 ? null : new Waiters(known.signal(), known.count() - 1));
        }
    }

    /** A ledger that is away for a moment is no reason to stop waiting. */
    private boolean look(WorkId work, AtomicReference<Optional<WorkState.Ended>> end) {
        try {
            end.set(ledger.ask(new Inspect(work))
                    .map(Unit::state)
                    .flatMap(state -> state instanceof WorkState.Ended ended ? Optional.of(ended) : Optional.empty()));
        } catch (LedgerUnavailable e) {
            return false;
        }
        return end.get().isPresent();
    }

    private static long nanos(Duration duration) {
        try {
            return Math.max(0, duration.toNanos());
        } catch (ArithmeticException e) {
            return duration.isNegative() ? 0 : Monotonic.NEVER;
        }
    }
}
