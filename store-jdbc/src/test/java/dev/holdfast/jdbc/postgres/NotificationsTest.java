// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.jdbc.Some;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** How idle workers hear of work. */
class NotificationsTest {
    private static final Schemas SCHEMAS = new Schemas();
    private static final long PATIENCE_SECONDS = 30;

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    private static Ledger open(String schema, boolean notifications) {
        return PostgresLedger.open(
                SCHEMAS.source, PostgresOptions.DEFAULT.withSchema(schema).withNotifications(notifications));
    }

    /** The listener may come up, and go on after its connection was lost, at any time: so it is told again and again. */
    private static void submitUntilHeard(Ledger other, Semaphore heard, String keys) throws InterruptedException {
        heard.drainPermits();
        for (int i = 0; i < 10 * PATIENCE_SECONDS; i++) {
            Some.submit(other, keys + i);
            if (heard.tryAcquire(100, TimeUnit.MILLISECONDS)) {
                return;
            }
        }
        throw new AssertionError("nothing was heard");
    }

    @Test
    void otherProcessesAreHeardAlsoAfterTheListenerLostItsConnection() throws InterruptedException {
        String schema = SCHEMAS.create();
        try (Ledger ledger = open(schema, true);
                Ledger other = open(schema, true)) {
            Some.define(ledger);
            Semaphore heard = new Semaphore(0);
            Ledger.Subscription subscription = ledger.onChange(heard::release);
            submitUntilHeard(other, heard, "a");
            long before = ledger.changes();
            SCHEMAS.server.terminateBackends();
            submitUntilHeard(other, heard, "b");
            assertThat(ledger.changes()).isNotEqualTo(before);
            subscription.close();
        }
    }

    /** Time is moved by hand here: the number moves by itself, ever more slowly, until something happens. PF-118. */
    @Test
    void withoutNotificationsAWorkerPolls() {
        AtomicLong nanos = new AtomicLong();
        Wakes wakes = new Wakes(nanos::get);
        assertThat(ticksWithin(wakes, nanos, 1_000))
                .as("of 1,000 looks in the first second")
                .isBetween(5, 20);
        assertThat(ticksWithin(wakes, nanos, 1_000))
                .as("of 1,000 looks a second later")
                .isBetween(1, 4);
        wakes.wake(Wakes.Cause.WORK);
        assertThat(ticksWithin(wakes, nanos, 1_000))
                .as("after something happened")
                .isBetween(5, 20);
        wakes.listening(true);
        assertThat(ticksWithin(wakes, nanos, 1_000)).as("while others tell").isZero();
        wakes.listening(false);
        assertThat(ticksWithin(wakes, nanos, 1_000))
                .as("when nobody tells any more")
                .isPositive();
    }

    private static int ticksWithin(Wakes wakes, AtomicLong nanos, int millis) {
        int ticks = 0;
        long seen = wakes.changes();
        for (int i = 0; i < millis; i++) {
            nanos.addAndGet(1_000_000);
            long now = wakes.changes();
            ticks += now == seen ? 0 : 1;
            seen = now;
        }
        return ticks;
    }
}
