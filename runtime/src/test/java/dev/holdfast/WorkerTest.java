// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A worker with threads of its own, over a ledger in memory. */
@ExtendWith(QuietLog.class)
@Timeout(60)
class WorkerTest {
    private static final Duration LONG = Duration.ofSeconds(50);
    private static final WorkerOptions QUICK = WorkerOptions.DEFAULT.withIdlePoll(Duration.ofMillis(50));

    private final Holdfast holdfast = Holdfast.inMemory();

    @AfterEach
    void close() {
        holdfast.close();
    }

    @Test
    void runsWhatIsSubmitted() throws Exception {
        holdfast.handle("greet", String.class, (name, context) -> Outcome.done("Hello, " + name));
        holdfast.start();
        Submitted greeting = holdfast.submit("greet", "world");

        assertThat(greeting.await(LONG)).isPresent();
        assertThat(greeting.result(String.class)).isEqualTo("Hello, world");
    }

    @Test
    @SuppressWarnings("ThreadPriorityCheck") // only to make overlaps likelier
    void everyUnitRunsOnceAndNeverMoreAtOnceThanAllowed() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Set<String> seen = ConcurrentHashMap.newKeySet();
        AtomicInteger twice = new AtomicInteger();
        holdfast.handle("count", String.class, (payload, context) -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            if (!seen.add(payload)) {
                twice.incrementAndGet();
            }
            Thread.yield();
            running.decrementAndGet();
            return Outcome.done();
        });
        holdfast.start(QUICK.withConcurrency(4));
        List<Submitted> all = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            all.add(holdfast.submit("count", "n" + i));
        }
        for (Submitted each : all) {
            assertThat(each.await(LONG)).isPresent();
        }

        assertThat(seen).hasSize(2_000);
        assertThat(twice).hasValue(0);
        assertThat(most.get()).isBetween(1, 4);
        assertThat(holdfast.ledger()
                        .ask(new ShowPool(Holdfast.DEFAULT_POOL))
                        .orElseThrow()
                        .count(Status.SUCCEEDED))
                .isEqualTo(2_000);
    }

    /** PF-167. */
    @Test
    void nothingIsClaimedThatCannotStart() throws Exception {
        CountDownLatch started = new CountDownLatch(2);
        CountDownLatch release = new CountDownLatch(1);
        holdfast.handle("wait", String.class, (payload, context) -> {
            started.countDown();
            release.await();
            return Outcome.done();
        });
        holdfast.start(QUICK.withConcurrency(2));
        List<Submitted> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            all.add(holdfast.submit("wait", "x"));
        }
        started.await();

        assertThat(holdfast.ledger()
                        .ask(new ShowPool(Holdfast.DEFAULT_POOL))
                        .orElseThrow()
                        .count(Status.CLAIMED))
                .isEqualTo(2);
        release.countDown();
        for (Submitted each : all) {
            assertThat(each.await(LONG)).isPresent();
        }
    }

    @Test
    void aKindWithItsOwnConcurrencyNeitherBlocksNorIsBlocked() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        holdfast.handle("slow", String.class, HandlerOptions.DEFAULT.withConcurrency(1), (payload, context) -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            release.await();
            running.decrementAndGet();
            return Outcome.done();
        });
        holdfast.handle("quick", String.class, (payload, context) -> Outcome.done());
        Worker worker = holdfast.start(QUICK.withConcurrency(1));
        List<Submitted> slow = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            slow.add(holdfast.submit("slow", "x"));
        }
        assertThat(holdfast.submit("quick", "x").await(LONG)).isPresent();
        release.countDown();
        for (Submitted each : slow) {
            assertThat(each.await(LONG)).isPresent();
        }

        assertThat(worker.ids()).hasSize(2);
        assertThat(most).hasValue(1);
    }

    /** PF-163. */
    @Test
    void stoppingGivesRunningHandlersTheirGrace() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        holdfast.handle("wait", String.class, (payload, context) -> {
            started.countDown();
            release.await();
            return Outcome.done();
        });
        Worker worker = holdfast.start(QUICK.withConcurrency(1));
        Submitted first = holdfast.submit("wait", "x");
        Submitted second = holdfast.submit("wait", "x");
        started.await();
        Thread stopper = Thread.ofPlatform().start(worker::stop);
        while (worker.state() == Worker.State.RUNNING) {
            Thread.onSpinWait();
        }
        release.countDown();
        stopper.join();

        assertThat(worker.state()).isEqualTo(Worker.State.STOPPED);
        assertThat(first.unit().status()).isEqualTo(Status.SUCCEEDED);
        assertThat(second.unit().past()).isEmpty();
        assertThat(liveWorkers()).isZero();
        worker.stop();
    }

    /** PF-160. */
    @Test
    void afterTheGraceHandlersAreInterruptedAndTheirWorkIsReleased() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        holdfast.handle("wait", String.class, (payload, context) -> {
            started.countDown();
            new CountDownLatch(1).await();
            return Outcome.done();
        });
        Worker worker = holdfast.start(QUICK.withGrace(Duration.ZERO));
        Submitted submitted = holdfast.submit("wait", "x");
        started.await();
        worker.stop();

        Unit unit = submitted.unit();
        assertThat(unit.status()).isEqualTo(Status.QUEUED);
        assertThat(unit.attempts()).isEqualTo(1);
        assertThat(((Answer.Released) unit.past().getLast().answer().orElseThrow()).reason())
                .isEqualTo(WorkerCodes.WORKER_STOPPING);
        assertThat(liveWorkers()).isZero();
    }

    @Test
    void aHandlerThatIgnoresItsInterruptionKeepsItsClaim() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        Semaphore release = new Semaphore(0);
        holdfast.handle("stubborn", String.class, (payload, context) -> {
            started.countDown();
            release.acquireUninterruptibly();
            return Outcome.done();
        });
        Worker worker = holdfast.start(QUICK.withGrace(Duration.ZERO));
        Submitted submitted = holdfast.submit("stubborn", "x");
        started.await();
        worker.stop();

        assertThat(submitted.unit().status()).isEqualTo(Status.CLAIMED);
        assertThat(liveWorkers()).isEqualTo(1);
        release.release();
    }

    /** PF-159. */
    @Test
    void whatIsReadyIsGivenBackAtOnceWithoutBurningAnAttempt() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        holdfast.handle("mixed", String.class, (payload, context) -> {
            if (payload.equals("wait")) {
                started.countDown();
                release.await();
            }
            return Outcome.done();
        });
        // The first run teaches the worker how long runs take; then it prefetches whatever there is.
        holdfast.submit("mixed", "first", SubmitOptions.none().band(0));
        Submitted waiting =
                holdfast.submit("mixed", "wait", SubmitOptions.none().band(1));
        List<Submitted> behind = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            behind.add(holdfast.submit("mixed", "behind", SubmitOptions.none().band(7)));
        }
        Worker worker = holdfast.start(QUICK.withConcurrency(1).withPrefetch(Duration.ofHours(1)));
        started.await();
        while (count(Status.CLAIMED) < 21) {
            Thread.onSpinWait();
        }
        Thread stopper = Thread.ofPlatform().start(worker::stop);
        while (count(Status.CLAIMED) > 1) {
            Thread.onSpinWait();
        }

        assertThat(waiting.unit().status()).isEqualTo(Status.CLAIMED);
        assertThat(behind).allSatisfy(each -> {
            assertThat(each.unit().status()).isEqualTo(Status.QUEUED);
            assertThat(each.unit().attempts()).isZero();
            assertThat(each.unit().past().getLast().answer().orElseThrow().evidence())
                    .isEqualTo(Evidence.NOT_STARTED);
        });
        release.countDown();
        stopper.join();
        assertThat(waiting.unit().status()).isEqualTo(Status.SUCCEEDED);
    }

    /** PF-164. */
    @Test
    void cancelReachesTheHandlerThatAskedToBeInterrupted() throws Exception {
        holdfast.pool("brisk", PoolPolicy.DEFAULT.withLease(Duration.ofMillis(600)));
        CountDownLatch started = new CountDownLatch(1);
        HandlerOptions options = HandlerOptions.DEFAULT.withPool("brisk").withInterruptOnCancel(true);
        holdfast.handle("long", String.class, options, (payload, context) -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
                return Outcome.done();
            } catch (InterruptedException e) {
                return context.cancelled() ? Outcome.cancelled("stopped-on-request") : Outcome.fail("interrupted");
            }
        });
        holdfast.start(QUICK);
        Submitted submitted = holdfast.submit("long", "x");
        started.await();
        holdfast.ledger().submit(new Cancel(submitted.id(), "test", "not needed"));

        assertThat(submitted.await(LONG).orElseThrow().code()).isEqualTo("stopped-on-request");
    }

    /** PF-021. */
    @Test
    void aRunOverItsLimitIsInterruptedHere() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        AtomicInteger lost = new AtomicInteger();
        holdfast.handle("long", String.class, (payload, context) -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                try {
                    context.checkpoint();
                } catch (ClaimLost expected) {
                    lost.incrementAndGet();
                }
                interrupted.countDown();
            }
            return Outcome.done();
        });
        holdfast.start(QUICK);
        Submitted submitted = holdfast.submit("long", "x", SubmitOptions.none().runLimit(Duration.ofMillis(50)));
        interrupted.await();

        assertThat(lost).hasValue(1);
        // The handler was done after all, and nobody else has the unit: its word is the best there is.
        assertThat(submitted.await(LONG).orElseThrow().status()).isEqualTo(Status.SUCCEEDED);
    }

    @Test
    void handlersWaitForEachOtherAcrossTwoWorkers() throws Exception {
        try (Holdfast other = Holdfast.over(holdfast.ledger())) {
            CountDownLatch both = new CountDownLatch(2);
            Handler<String> meet = (payload, context) -> {
                both.countDown();
                both.await();
                return Outcome.done();
            };
            holdfast.handle("meet", String.class, meet);
            other.handle("meet", String.class, meet);
            holdfast.start(QUICK.withConcurrency(1));
            other.start(QUICK.withConcurrency(1));
            Submitted first = holdfast.submit("meet", "x");
            Submitted second = holdfast.submit("meet", "y");

            assertThat(first.await(LONG)).isPresent();
            assertThat(second.await(LONG)).isPresent();
        }
    }

    private long count(Status status) {
        return holdfast.ledger()
                .ask(new ShowPool(Holdfast.DEFAULT_POOL))
                .orElseThrow()
                .count(status);
    }

    private long liveWorkers() {
        return holdfast.ledger()
                .ask(new ShowPool(Holdfast.DEFAULT_POOL))
                .orElseThrow()
                .liveWorkers();
    }
}
