// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.Moment;
import dev.holdfast.core.ledger.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that stands still until it is moved, so that a test says exactly when something happens. Starts at
 * {@link #START}. Thread-safe; actions run on the thread that moves the clock, after the move.
 */
public final class ManualClock implements SteppedClock {
    /** What every manual clock shows first: 2026-01-01T00:00:00Z. */
    public static final Moment START = Moment.of(Instant.parse("2026-01-01T00:00:00Z"));

    private final AtomicReference<Moment> now = new AtomicReference<>(START);
    private final List<Runnable> actions = new CopyOnWriteArrayList<>();

    /** Shows {@link #START}. */
    public ManualClock() {}

    @Override
    public Moment now() {
        return now.get();
    }

    /** Moves on by a duration; a negative one moves back. */
    public void advance(Duration duration) {
        now.updateAndGet(moment -> moment.plus(duration));
        actions.forEach(Runnable::run);
    }

    /** Moves to a moment, which may be an earlier one, as it happens when the clock of a machine is corrected. */
    public void set(Moment moment) {
        now.set(moment);
        actions.forEach(Runnable::run);
    }

    @Override
    public void onStep(Runnable action) {
        actions.add(action);
    }
}
