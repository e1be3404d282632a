// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.runtime.logic.Monotonic;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Threads: one for each role, a virtual one for each run of a handler. */
final class ThreadDriver implements Driver {
    /** Who waits looks this often although nothing was signalled: the end may come from another process. */
    private static final long SLOWEST_LOOK = Duration.ofMillis(100).toNanos();

    private static final long FASTEST_LOOK = Duration.ofMillis(2).toNanos();

    private final Monotonic clock;

    ThreadDriver(Monotonic clock) {
        this.clock = clock;
    }

    @Override
    public Monotonic clock() {
        return clock;
    }

    @Override
    public RandomGenerator random() {
        return RandomGeneratorFactory.getDefault().create();
    }

    @Override
    public Role role(String name, Step step) {
        return new ThreadRole(name, clock, step);
    }

    @Override
    public void launch(Runnable run) {
        Thread.ofVirtual().name("holdfast-handler").start(run);
    }

    @Override
    public boolean await(Signal signal, BooleanSupplier done, long until) throws InterruptedException {
        long pause = FASTEST_LOOK;
        while (true) {
            long seen = signal.count();
            if (done.getAsBoolean()) {
                return true;
            }
            long left = until - clock.nanos();
            if (left <= 0) {
                return false;
            }
            signal.pause(seen, Math.min(pause, left));
            pause = Math.min(SLOWEST_LOOK, pause * 2);
        }
    }

    @Override
    public boolean pause(long nanos) throws InterruptedException {
        Signal never = new Signal();
        never.pause(never.count(), nanos);
        return true;
    }

    @Override
    public void runDue() {
        // threads do it
    }
}
