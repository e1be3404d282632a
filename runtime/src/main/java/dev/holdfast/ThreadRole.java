// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.runtime.logic.Monotonic;
import java.time.Duration;

/** A role with a thread of its own, named after it. The one place where the runtime starts a platform thread. */
final class ThreadRole implements Role {
    private enum State {
        NEW,
        RUNNING,
        STOPPED
    }

    private static final System.Logger LOG = System.getLogger("dev.holdfast.worker");

    /** Long enough not to fill the log, short enough for a lease. */
    private static final long AFTER_FAULT = Duration.ofSeconds(1).toNanos();

    private final Monotonic clock;
    private final Step step;
    private final Signal signal = new Signal();
    private final Thread thread;
    private volatile State state = State.NEW;

    ThreadRole(String name, Monotonic clock, Step step) {
        this.clock = clock;
        this.step = step;
        this.thread = Thread.ofPlatform().name("holdfast-" + name).daemon().unstarted(this::run);
        clock.onJump(signal::raise);
    }

    @Override
    public synchronized void start() {
        if (state == State.NEW) {
            state = State.RUNNING;
            thread.start();
        }
    }

    @Override
    public void wake() {
        signal.raise();
    }

    @Override
    public void stop() {
        synchronized (this) {
            if (state == State.NEW) {
                state = State.STOPPED;
                return;
            }
            state = State.STOPPED;
        }
        signal.raise();
        if (Thread.currentThread() != thread) {
            joinThread();
        }
    }

    private void joinThread() {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (state == State.RUNNING) {
            long seen = signal.count();
            long until = runStep();
            try {
                signal.await(seen, clock, until);
            } catch (InterruptedException e) {
                LOG.log(System.Logger.Level.DEBUG, "{0} was interrupted and goes on", thread.getName());
            }
        }
    }

    /** A step that throws has a fault of its own; the role goes on, slowly, so that leases and settlements do. */
    private long runStep() {
        try {
            return step.run();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, thread.getName() + " failed and goes on", e);
            return Monotonic.later(clock.nanos(), AFTER_FAULT);
        }
    }
}
