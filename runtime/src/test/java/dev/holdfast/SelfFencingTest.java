// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.FaultyLedger.Fault;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RetireWorker;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Status;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A worker that cannot renew its lease stops by itself, before the ledger gives its work to another. */
@ExtendWith(QuietLog.class)
@Timeout(60)
class SelfFencingTest {
    private static final Duration LONG = Duration.ofSeconds(50);

    private final ManualClock ledgerClock = new ManualClock();
    private final ManualMonotonic elapsed = new ManualMonotonic();
    private final FaultyLedger ledger = new FaultyLedger(MemoryLedger.create(plain(ledgerClock)));
    private final Holdfast holdfast = Holdfast.over(ledger, new ThreadDriver(elapsed));
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    /** Hides that the clock is moved by hand: the worker is to use its threads. */
    @SuppressWarnings("UnnecessaryMethodReference") // the very point: what comes out has no other type
    private static LedgerClock plain(ManualClock clock) {
        return clock::now;
    }

    @AfterEach
    void close() {
        goOn.countDown();
        ledger.plan(command -> Fault.NONE);
        elapsed.advance(Duration.ofMinutes(10));
        holdfast.close();
        ledger.close();
    }

    private void advance(Duration duration) {
        ledgerClock.advance(duration);
        elapsed.advance(duration);
    }

    private Worker startWaiting() throws InterruptedException {
        holdfast.handle("wait", String.class, (payload, context) -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            goOn.await();
            return Outcome.done("late");
        });
        return holdfast.start(WorkerOptions.DEFAULT.withGrace(Duration.ZERO));
    }

    /** PF-006. */
    @Test
    void atFourFifthsOfTheLeaseHandlersAreInterruptedAlthoughTheHeartbeatIsStuck() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch unstick = new CountDownLatch(1);
        Worker worker = startWaiting();
        Submitted submitted = holdfast.submit("wait", "x");
        started.await();
        List<WorkerId> before = worker.ids();
        ledger.plan(command -> {
            if (command instanceof Heartbeat) {
                stuck.countDown();
                awaitQuietly(unstick);
            }
            return Fault.NONE;
        });
        advance(Duration.ofSeconds(10));
        stuck.await();
        advance(Duration.ofSeconds(13));
        assertThat(interrupted.getCount()).isEqualTo(1);
        advance(Duration.ofSeconds(1));
        interrupted.await();

        assertThat(worker.ids()).isNotEqualTo(before);
        // The lease still runs for the ledger: nobody else could have had the unit so far.
        assertThat(submitted.unit().status()).isEqualTo(Status.CLAIMED);
        unstick.countDown();
        goOn.countDown();
        // Settling late is safe: nobody had the unit since, so the ledger takes the answer.
        assertThat(submitted.await(LONG).orElseThrow().status()).isEqualTo(Status.SUCCEEDED);
    }

    @Test
    void aWorkerThatGaveUpComesBackAsAnother() throws Exception {
        AtomicInteger registrations = new AtomicInteger();
        ledger.plan(command -> {
            registrations.addAndGet(command instanceof RegisterWorker ? 1 : 0);
            return Fault.NONE;
        });
        startWaiting();
        holdfast.submit("wait", "x");
        started.await();
        ledger.plan(command -> Fault.BEFORE);
        advance(Duration.ofSeconds(24));
        interrupted.await();
        CountDownLatch again = new CountDownLatch(1);
        ledger.plan(command -> {
            if (command instanceof RegisterWorker) {
                again.countDown();
            }
            return Fault.NONE;
        });
        while (again.getCount() > 0) {
            advance(Duration.ofMillis(100));
            Thread.onSpinWait();
        }
        assertThat(registrations).hasValue(1);
    }

    @Test
    void aRenewedLeaseIsTrustedFromBeforeTheHeartbeatWasSent() throws Exception {
        startWaiting();
        holdfast.submit("wait", "x");
        started.await();
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch unstick = new CountDownLatch(1);
        AtomicInteger beats = new AtomicInteger();
        ledger.plan(command -> {
            if (command instanceof Heartbeat && beats.incrementAndGet() == 1) {
                stuck.countDown();
                awaitQuietly(unstick);
            } else if (command instanceof Heartbeat) {
                return Fault.BEFORE;
            }
            return Fault.NONE;
        });
        advance(Duration.ofSeconds(10));
        stuck.await();
        advance(Duration.ofSeconds(12));
        unstick.countDown();
        // Sent after 10 s, answered after 22 s: trusted until 10 + 24 s, not until 22 + 24 s.
        while (beats.get() < 2) {
            Thread.onSpinWait();
        }
        assertThat(interrupted.getCount()).isEqualTo(1);
        advance(Duration.ofSeconds(12));
        interrupted.await();
    }

    @Test
    void aHandlerThatThrowsBecauseItWasInterruptedSaysNothing() throws Exception {
        holdfast.handle("wait", String.class, (payload, context) -> {
            started.countDown();
            new CountDownLatch(1).await();
            return Outcome.done();
        });
        Worker worker = holdfast.start(WorkerOptions.DEFAULT);
        Submitted submitted = holdfast.submit("wait", "x");
        started.await();
        ledger.plan(command -> command instanceof Heartbeat ? Fault.BEFORE : Fault.NONE);
        advance(Duration.ofSeconds(24));
        worker.stop();

        assertThat(submitted.unit().status()).isEqualTo(Status.CLAIMED);
        assertThat(submitted.unit().past()).isEmpty();
    }

    /** PF-018. */
    @Test
    void grantsThatArriveAfterTheLeaseAreNotStarted() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch unstick = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        holdfast.handle("count", String.class, (payload, context) -> Outcome.done(runs.incrementAndGet()));
        Submitted submitted = holdfast.submit("count", "x");
        ledger.plan(command -> {
            if (command instanceof ClaimWork) {
                stuck.countDown();
                awaitQuietly(unstick);
            } else if (command instanceof Settle settle && settle.answer() instanceof Answer.Released) {
                answered.countDown();
            }
            return command instanceof Heartbeat ? Fault.BEFORE : Fault.NONE;
        });
        holdfast.start(WorkerOptions.DEFAULT);
        stuck.await();
        elapsed.advance(Duration.ofSeconds(24));
        unstick.countDown();
        answered.await();

        assertThat(submitted.await(LONG)).isPresent();
        assertThat(submitted.unit().attempts()).isEqualTo(1);
        assertThat(runs).hasValue(1);
        assertThat(submitted.unit().past()).hasSize(2);
    }

    @Test
    void aWorkerThatWasDeclaredDeadGivesUpAtOnce() throws Exception {
        Worker worker = startWaiting();
        holdfast.submit("wait", "x");
        started.await();
        WorkerId before = worker.ids().getFirst();
        ledger.submit(new RetireWorker(before, "the test says so"));
        advance(Duration.ofSeconds(10));
        interrupted.await();

        assertThat(worker.ids()).doesNotContain(before);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
