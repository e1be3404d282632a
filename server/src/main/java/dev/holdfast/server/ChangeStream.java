// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.server;

import dev.holdfast.core.ledger.Ledger;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Tells clients that work may have become claimable, as server-sent events: one with the newest number as soon as it has
 * changed, and a comment now and then, so that who has gone is noticed. A request lasts until either side ends it.
 */
final class ChangeStream implements AutoCloseable {
    /** Where the ledger cannot say by itself that something changed it is asked so often. */
    private static final long LOOK_MILLIS = 20;

    private static final long BREATH_LOOKS = 15_000 / LOOK_MILLIS;

    private final Ledger ledger;
    private final CountDownLatch closed = new CountDownLatch(1);

    ChangeStream(Ledger ledger) {
        this.ledger = ledger;
    }

    void stream(Context context) throws IOException {
        context.contentType("text/event-stream").header("Cache-Control", "no-store");
        Semaphore told = new Semaphore(0);
        Ledger.Subscription subscription = ledger.onChange(told::release);
        try {
            send(context, told);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            subscription.close();
        }
    }

    private void send(Context context, Semaphore told) throws IOException, InterruptedException {
        long sent = ledger.changes();
        write(context, "data: " + sent);
        for (long look = 1; closed.getCount() > 0; look++) {
            if (told.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                told.drainPermits();
            }
            long now = ledger.changes();
            if (now != sent) {
                sent = now;
                write(context, "data: " + now);
            } else if (look % BREATH_LOOKS == 0) {
                write(context, ":");
            }
        }
    }

    private static void write(Context context, String line) throws IOException {
        OutputStream out = context.res().getOutputStream();
        out.write((line + "\n\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
