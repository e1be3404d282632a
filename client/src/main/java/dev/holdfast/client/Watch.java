// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client;

import dev.holdfast.core.ledger.Ledger;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Hears from the server when work may have become claimable. Begins when somebody wants to know. A hint: where the stream
 * breaks it is opened again, and in between changes may be missed, so that a new stream counts as one.
 */
final class Watch implements AutoCloseable {
    private static final String EVENT = "data:";
    private static final long PAUSE_MILLIS = 1_000;

    private final Exchange exchange;
    private final AtomicLong changes = new AtomicLong();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean started;

    Watch(Exchange exchange) {
        this.exchange = exchange;
    }

    long changes() {
        start();
        return changes.get();
    }

    Ledger.Subscription onChange(Runnable listener) {
        listeners.add(listener);
        start();
        return () -> listeners.remove(listener);
    }

    private synchronized void start() {
        if (!started) {
            started = true;
            Thread.ofVirtual().name("holdfast-changes").start(this::run);
        }
    }

    private void run() {
        try {
            do {
                listen();
            } while (!closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void listen() throws InterruptedException {
        try (Stream<String> lines = exchange.lines("/v1/changes")) {
            changed();
            lines.filter(line -> line.startsWith(EVENT)).forEach(event -> changed());
        } catch (IOException | RuntimeException e) {
            // The stream broke, or the server is away: polling goes on, and so do we.
            System.getLogger("dev.holdfast").log(System.Logger.Level.DEBUG, "no changes are heard", e);
        }
    }

    /** This client itself changed something, or heard of it. */
    void changed() {
        changes.incrementAndGet();
        listeners.forEach(Runnable::run);
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
