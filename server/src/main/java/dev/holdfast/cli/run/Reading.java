// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.core.ledger.LedgerException;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.runtime.logic.BackOff;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads the input to its end and submits it, on a thread of its own. A ledger that does not answer is given the same lines
 * again, for a while: their keys make that the same submission.
 */
final class Reading implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final LineSource source;
    private final Submitter submitter;
    private final Optional<IndexFile> index;
    private final Consumer<Exception> onFailure;
    private final Thread thread;
    private volatile boolean done;

    Reading(LineReader lines, Submitter submitter, Optional<IndexFile> index, Consumer<Exception> onFailure) {
        this.source = new LineSource(lines);
        this.submitter = submitter;
        this.index = index;
        this.onFailure = onFailure;
        this.thread = Thread.ofPlatform().daemon().name("holdfast-submit").start(this::read);
    }

    /** Whether every line has been read and submitted. */
    boolean isDone() {
        return done;
    }

    private void read() {
        try {
            while (!source.isAtEnd()) {
                List<Line> batch = source.next();
                if (!batch.isEmpty()) {
                    submit(batch);
                }
            }
            if (index.isPresent()) {
                index.get().finish();
            }
            done = true;
        } catch (InterruptedException | ClosedByInterruptException e) {
            Thread.currentThread().interrupt(); // the run stops
        } catch (IOException | RuntimeException e) {
            onFailure.accept(e);
        } catch (Error e) {
            onFailure.accept(new IOException("submitting failed: " + e, e));
        }
    }

    private void submit(List<Line> batch) throws IOException, InterruptedException {
        Submitter.Batch prepared = submitter.prepare(batch);
        BackOff backOff = new BackOff(Duration.ofMillis(10), Duration.ofSeconds(1), ThreadLocalRandom.current());
        long from = System.nanoTime();
        while (true) {
            try {
                submitter.submit(prepared);
                return;
            } catch (LedgerUnavailable | OutcomeUnknown e) {
                giveUpAfter(from, e);
                TimeUnit.NANOSECONDS.sleep(backOff.next());
            }
        }
    }

    private static void giveUpAfter(long from, LedgerException failure) {
        if (System.nanoTime() - from > PATIENCE.toNanos()) {
            throw failure;
        }
    }

    /** Stops reading; what has been submitted stays. */
    @Override
    public void close() throws IOException {
        thread.interrupt();
        boolean interrupted = false;
        try {
            thread.join(1_000);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (index.isPresent()) {
            index.get().close();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
