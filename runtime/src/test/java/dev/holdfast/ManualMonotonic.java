// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.runtime.logic.Monotonic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Elapsed time that a test moves. */
final class ManualMonotonic implements Monotonic {
    private final AtomicLong nanos = new AtomicLong();
    private final List<Runnable> actions = new CopyOnWriteArrayList<>();

    @Override
    public long nanos() {
        return nanos.get();
    }

    @Override
    public void onJump(Runnable action) {
        actions.add(action);
    }

    void advance(Duration duration) {
        nanos.addAndGet(duration.toNanos());
        actions.forEach(Runnable::run);
    }
}
