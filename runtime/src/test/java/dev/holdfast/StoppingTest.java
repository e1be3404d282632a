// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread that stops a worker is interrupted. */
@Timeout(60)
class StoppingTest {
    private final Holdfast holdfast = Holdfast.inMemory();
    private final CountDownLatch started = new CountDownLatch(1);
    private final AtomicReference<Thread> stopper = new AtomicReference<>();

    @AfterEach
    void close() {
        holdfast.close();
    }

    /** The answer comes only when the stopping thread waits again, and was interrupted once more. */
    @Test
    void whatHandlersSayAfterTheInterruptionIsSettled() throws Exception {
        HandlerOptions asks = HandlerOptions.DEFAULT.withRecovery(Recovery.RECONCILE_BEFORE_REDISPATCH);
        holdfast.handle("asks", String.class, asks, (payload, context) -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                awaitWaiting();
                stopper.get().interrupt();
                awaitWaiting();
            }
            return Outcome.done();
        });
        Worker worker = holdfast.start(WorkerOptions.DEFAULT.withGrace(Duration.ofHours(1)));
        Submitted submitted = holdfast.submit("asks", "x");
        started.await();
        AtomicBoolean stillInterrupted = new AtomicBoolean();
        stopper.set(Thread.ofPlatform().unstarted(() -> {
            worker.stop();
            stillInterrupted.set(Thread.currentThread().isInterrupted());
        }));
        stopper.get().start();
        stopper.get().interrupt();
        stopper.get().join();

        assertThat(submitted.unit().status()).isEqualTo(Status.SUCCEEDED);
        assertThat(worker.state()).isEqualTo(Worker.State.STOPPED);
        assertThat(stillInterrupted).isTrue();
        assertThat(holdfast.ledger()
                        .ask(new ShowPool(Holdfast.DEFAULT_POOL))
                        .orElseThrow()
                        .liveWorkers())
                .isZero();
    }

    /** Until the stopping thread has seen its interruption and waits with a bound, or has ended. */
    private void awaitWaiting() {
        Thread thread = stopper.get();
        while (thread.isAlive() && (thread.isInterrupted() || thread.getState() != Thread.State.TIMED_WAITING)) {
            Thread.onSpinWait();
        }
    }
}
