// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;

/** Threads that repeat a step and add up what it did, until stopped; a step that fails stops all. */
public final class Loops implements AutoCloseable {
    /** One turn of a loop. */
    public interface Step {
        /** How many units this turn did; zero lets the loop rest before the next. */
        long turn() throws Exception;
    }

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> running = new ArrayList<>();
    private final LongAdder done = new LongAdder();
    private volatile boolean stopped;
    private volatile Optional<Exception> failure = Optional.empty();

    public void start(Step step) {
        running.add(threads.submit(() -> {
            try {
                while (!stopped) {
                    long units = step.turn();
                    done.add(units);
                    if (units == 0) {
                        Pace.rest();
                    }
                }
            } catch (Exception e) {
                failure = Optional.of(e);
                throw e;
            } finally {
                stopped = true;
            }
            return null;
        }));
    }

    /** For steps whose units are not counted here, such as a claim whose settlement is. */
    public void startUncounted(Step step) {
        start(() -> {
            if (step.turn() == 0) {
                Pace.rest();
            }
            return 0;
        });
    }

    /** @throws IllegalStateException when a loop has failed: there is nothing to wait for */
    public long done() {
        failure.ifPresent(e -> {
            throw new IllegalStateException(e);
        });
        return done.sum();
    }

    public boolean isStopped() {
        return stopped;
    }

    /** Stops all loops and throws what one of them threw. */
    public void stop() throws Exception {
        stopped = true;
        for (Future<?> loop : running) {
            try {
                loop.get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        }
    }

    @Override
    public void close() {
        stopped = true;
        threads.shutdownNow();
    }
}
