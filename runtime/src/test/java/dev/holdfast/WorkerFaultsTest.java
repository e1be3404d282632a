// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.FaultyLedger.Fault;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.SweepDecision;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Faults that users of other systems have met with long runs and heartbeats; threads, in time moved by hand. */
@ExtendWith(QuietLog.class)
@Timeout(60)
class WorkerFaultsTest {
    private static final Duration LONG = Duration.ofSeconds(50);
    private static final Duration BEAT = Duration.ofSeconds(10);

    private final ManualClock ledgerClock = new ManualClock();
    private final ManualMonotonic elapsed = new ManualMonotonic();
    private final FaultyLedger ledger = new FaultyLedger(MemoryLedger.create(plain(ledgerClock)));
    private final Holdfast holdfast = Holdfast.over(ledger, new ThreadDriver(elapsed));
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CountDownLatch unstick = new CountDownLatch(1);
    private final CountDownLatch stuck = new CountDownLatch(1);
    private final AtomicBoolean sticks = new AtomicBoolean();
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private final AtomicInteger beats = new AtomicInteger();

    /** Hides that the clock is moved by hand: the worker is to use its threads. */
    @SuppressWarnings("UnnecessaryMethodReference") // the very point: what comes out has no other type
    private static LedgerClock plain(ManualClock clock) {
        return clock::now;
    }

    @BeforeEach
    void handle() {
        ledger.plan(command -> {
            if (command instanceof Heartbeat) {
                beats.incrementAndGet();
            } else if (sticks.get() && (command instanceof Settle || command instanceof ClaimWork)) {
                stuck.countDown();
                awaitQuietly(unstick);
            }
            return Fault.NONE;
        });
        holdfast.handle("wait", String.class, (payload, context) -> {
            started.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
            return Outcome.done();
        });
    }

    @AfterEach
    void close() {
        goOn.countDown();
        unstick.countDown();
        elapsed.advance(Duration.ofMinutes(10));
        holdfast.close();
        ledger.close();
    }

    /** For so many thirds of a lease, in each of which a heartbeat is sent. */
    private void beat(int times) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            int before = beats.get();
            ledgerClock.advance(BEAT);
            elapsed.advance(BEAT);
            while (beats.get() == before) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("no heartbeat was sent");
                }
                Thread.onSpinWait();
            }
        }
    }

    private void assertNothingIsLost() {
        assertThat(ledger.submit(new Sweep(Holdfast.DEFAULT_POOL, true)))
                .isEqualTo(new SweepDecision.Swept(0, 0, 0, 0, false));
        assertThat(interrupted).isFalse();
    }

    /** PF-157, PF-165. */
    @Test
    void heartbeatsGoOnUntilTheLastHandlerHasEnded() throws Exception {
        Worker worker = holdfast.start(WorkerOptions.DEFAULT.withGrace(Duration.ofHours(1)));
        Submitted submitted = holdfast.submit("wait", "x");
        started.await();
        Thread stopper = Thread.ofPlatform().start(worker::stop);
        while (worker.state() == Worker.State.RUNNING) {
            Thread.onSpinWait();
        }
        beat(9);
        assertNothingIsLost();
        goOn.countDown();
        stopper.join();

        assertThat(submitted.unit().status()).isEqualTo(Status.SUCCEEDED);
        assertThat(submitted.unit().past()).hasSize(1);
    }

    /** PF-022. */
    @Test
    void heartbeatsWaitForNoOtherCall() throws Exception {
        holdfast.start();
        Submitted submitted = holdfast.submit("wait", "x");
        started.await();
        sticks.set(true);
        goOn.countDown();
        stuck.await();
        beat(15);
        assertNothingIsLost();
        sticks.set(false);
        unstick.countDown();

        assertThat(submitted.await(LONG).orElseThrow().status()).isEqualTo(Status.SUCCEEDED);
        assertThat(submitted.unit().past()).hasSize(1);
    }

    /** PF-021: no heartbeat has to tell it. */
    @Test
    void aRunLearnsHereThatItsLimitIsOver() throws Exception {
        AtomicBoolean cancelled = new AtomicBoolean();
        CountDownLatch ended = new CountDownLatch(1);
        holdfast.handle("limited", String.class, (payload, context) -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                cancelled.set(context.cancelled());
                ended.countDown();
            }
            return Outcome.done();
        });
        ledger.plan(command -> command instanceof Heartbeat ? Fault.BEFORE : Fault.NONE);
        holdfast.start();
        holdfast.submit("limited", "x", SubmitOptions.none().runLimit(BEAT));
        started.await();
        elapsed.advance(BEAT.minusMillis(1));
        assertThat(ended.getCount()).isEqualTo(1);
        elapsed.advance(Duration.ofMillis(1));
        ended.await();

        assertThat(cancelled).isTrue();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
