// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.ledger.SteppedClock;
import dev.holdfast.runtime.logic.Monotonic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * No threads: everything that is due, handlers included, runs on the thread that moves the clock or calls
 * {@link #runDue()}, until nothing more is due at that moment. No wait is spread, so that tests see round numbers.
 */
final class StepDriver implements Driver {
    /** So many steps at one moment are taken for a circle: something that is given back without a wait, for ever. */
    private static final int MOST_STEPS = 100_000;

    private final Monotonic clock;
    private final List<StepRole> roles = new ArrayList<>();
    private final Deque<Runnable> launched = new ArrayDeque<>();
    private final ReentrantLock running = new ReentrantLock();

    StepDriver(SteppedClock clock) {
        this.clock = Monotonic.of(clock);
        clock.onStep(this::runDue);
    }

    @Override
    public Monotonic clock() {
        return clock;
    }

    @Override
    public RandomGenerator random() {
        return () -> 0L;
    }

    @Override
    public Role role(String name, Step step) {
        return new StepRole(step);
    }

    @Override
    public void launch(Runnable run) {
        launched.add(run);
    }

    @Override
    public boolean await(Signal signal, BooleanSupplier done, long until) {
        runDue();
        return done.getAsBoolean();
    }

    @Override
    public boolean pause(long nanos) {
        return false;
    }

    @Override
    public void runDue() {
        if (running.isHeldByCurrentThread()) {
            return; // a handler moved the clock: the round that called it goes on until nothing is due
        }
        running.lock();
        try {
            roles.forEach(StepRole::wake);
            int steps = 0;
            while (runOnce()) {
                if (++steps > MOST_STEPS) {
                    throw new IllegalStateException("the work of this moment does not end: " + MOST_STEPS + " steps");
                }
            }
        } finally {
            running.unlock();
        }
    }

    private boolean runOnce() {
        boolean ran = false;
        for (StepRole role : List.copyOf(roles)) {
            ran |= role.runIfDue(clock.nanos());
        }
        for (Runnable run = launched.poll(); run != null; run = launched.poll()) {
            run.run();
            ran = true;
        }
        return ran;
    }

    private final class StepRole implements Role {
        private final Step step;
        private long next = Monotonic.NEVER;
        private boolean woken;

        StepRole(Step step) {
            this.step = step;
        }

        @Override
        public void start() {
            if (!roles.contains(this)) {
                roles.add(this);
                woken = true;
            }
        }

        @Override
        public void wake() {
            woken = true;
        }

        @Override
        public void stop() {
            roles.remove(this);
        }

        boolean runIfDue(long now) {
            if (!woken && next > now) {
                return false;
            }
            woken = false;
            next = step.run();
            return true;
        }
    }
}
