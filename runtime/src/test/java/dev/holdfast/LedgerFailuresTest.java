// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.FaultyLedger.Fault;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.Sweep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The ledger gives no answer, in every way it can. */
@ExtendWith(QuietLog.class)
@Timeout(60)
class LedgerFailuresTest {
    private static final Duration LONG = Duration.ofSeconds(50);
    private static final int UNITS = 60;

    private final FaultyLedger ledger = new FaultyLedger(MemoryLedger.create(LedgerClock.system()));
    private final Holdfast holdfast = Holdfast.over(ledger);
    private final Map<String, Integer> runs = new ConcurrentHashMap<>();

    @AfterEach
    void close() {
        ledger.plan(command -> Fault.NONE);
        holdfast.close();
        ledger.close();
    }

    /** Two of three calls of every sort fail, the third one goes through. PF-137. */
    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"BEFORE", "AFTER", "HALFWAY"})
    void everyUnitRunsExactlyOnceAlthoughMostCallsFail(Fault fault) throws Exception {
        HandlerOptions asks = HandlerOptions.DEFAULT.withRecovery(Recovery.RECONCILE_BEFORE_REDISPATCH);
        holdfast.handle("plain", String.class, (payload, context) -> count(payload));
        holdfast.handle("asks", String.class, asks, (payload, context) -> count(payload));
        Map<Class<?>, AtomicInteger> calls = new ConcurrentHashMap<>();
        List<Submitted> all = new ArrayList<>();
        for (int i = 0; i < UNITS; i++) {
            all.add(holdfast.submit(i % 2 == 0 ? "plain" : "asks", "n" + i));
        }
        ledger.plan(command -> calls.computeIfAbsent(command.getClass(), each -> new AtomicInteger())
                                        .incrementAndGet()
                                % 3
                        == 0
                ? Fault.NONE
                : fault);
        Worker worker = holdfast.start();
        for (Submitted each : all) {
            assertThat(each.await(LONG).orElseThrow().status()).isEqualTo(Status.SUCCEEDED);
        }
        worker.stop();

        assertThat(runs)
                .hasSize(UNITS)
                .allSatisfy((payload, count) -> assertThat(count).isEqualTo(1));
        assertThat(calls).containsKeys(RegisterWorker.class, ClaimWork.class, Settle.class, Sweep.class);
        assertThat(ledger.faults()).isGreaterThan(5);
        assertThat(all).allSatisfy(each -> assertThat(each.unit().past()).hasSize(1));
    }

    private Outcome count(String payload) {
        runs.merge(payload, 1, Integer::sum);
        return Outcome.done();
    }

    @Test
    void aLostAnswerToABeginDoesNotStartTwice() throws Exception {
        HandlerOptions asks = HandlerOptions.DEFAULT.withRecovery(Recovery.RECONCILE_BEFORE_REDISPATCH);
        holdfast.handle("asks", String.class, asks, (payload, context) -> count(payload));
        AtomicInteger begins = new AtomicInteger();
        ledger.plan(command -> command instanceof Begin && begins.incrementAndGet() < 3 ? Fault.AFTER : Fault.NONE);
        holdfast.start();
        Submitted submitted = holdfast.submit("asks", "x");

        assertThat(submitted.await(LONG).orElseThrow().status()).isEqualTo(Status.SUCCEEDED);
        assertThat(begins).hasValue(3);
        assertThat(runs).containsEntry("x", 1);
    }

    @Test
    void handlersGoOnWhileASettlementIsStuck() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch unstick = new CountDownLatch(1);
        CountDownLatch last = new CountDownLatch(1);
        CountDownLatch settled = new CountDownLatch(1);
        holdfast.handle("test", String.class, (payload, context) -> {
            if (payload.equals("second")) {
                // Told in one call with the first it would be settled before anything is stuck.
                settled.await();
            }
            if (payload.equals("third")) {
                // Its turn comes only after the settlement of the second is stuck.
                stuck.await();
            }
            if (payload.equals("fourth")) {
                last.countDown();
            }
            return Outcome.done();
        });
        Submitted first = holdfast.submit("test", "first");
        Submitted second = holdfast.submit("test", "second");
        holdfast.submit("test", "third");
        holdfast.submit("test", "fourth");
        ledger.plan(command -> {
            if (command instanceof Settle settle && settle.work().equals(second.id())) {
                stuck.countDown();
                awaitQuietly(unstick);
            }
            return Fault.NONE;
        });
        holdfast.start(WorkerOptions.DEFAULT.withConcurrency(1).withPrefetch(Duration.ofHours(1)));
        assertThat(first.await(LONG)).isPresent();
        settled.countDown();
        last.await();
        assertThat(second.unit().status()).isEqualTo(Status.CLAIMED);
        unstick.countDown();
        assertThat(second.await(LONG)).isPresent();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void moreIsClaimedWhileASettlementIsStuck() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch unstick = new CountDownLatch(1);
        CountDownLatch later = new CountDownLatch(1);
        holdfast.handle("test", String.class, (payload, context) -> {
            if (payload.equals("later")) {
                later.countDown();
            }
            return Outcome.done();
        });
        ledger.plan(command -> {
            if (command instanceof Settle) {
                stuck.countDown();
                assertThatCode(() -> unstick.await()).doesNotThrowAnyException();
            }
            return Fault.NONE;
        });
        holdfast.start();
        holdfast.submit("test", "first");
        stuck.await();
        Submitted submitted = holdfast.submit("test", "later");

        later.await();
        unstick.countDown();
        assertThat(submitted.await(LONG).orElseThrow().status()).isEqualTo(Status.SUCCEEDED);
    }

    @Test
    void submissionsAreRepeatedExactly() {
        AtomicInteger calls = new AtomicInteger();
        ledger.plan(command -> command instanceof Submit && calls.incrementAndGet() < 4 ? Fault.AFTER : Fault.NONE);
        Submitted submitted = holdfast.submit("any", "x");

        assertThat(calls).hasValue(4);
        assertThat(submitted.repeated()).isTrue();
        assertThat(submitted.unit().sequence()).isEqualTo(1);
    }

    @Test
    void aSubmissionThatMayHaveBeenTakenIsUnknownWhateverCameAfter() {
        holdfast.submit("any", "warm");
        AtomicInteger calls = new AtomicInteger();
        ledger.plan(command -> {
            if (calls.incrementAndGet() == 2) {
                Thread.currentThread().interrupt();
            }
            return calls.get() == 1 ? Fault.AFTER : Fault.BEFORE;
        });

        assertThatThrownBy(() -> holdfast.submit("any", "x"))
                .isInstanceOf(OutcomeUnknown.class)
                .hasCauseInstanceOf(OutcomeUnknown.class);
        assertThat(Thread.interrupted()).isTrue();
        ledger.plan(command -> {
            Thread.currentThread().interrupt();
            return Fault.BEFORE;
        });
        assertThatThrownBy(() -> holdfast.submit("any", "y")).isInstanceOf(LedgerUnavailable.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aBrokenLedgerStopsTheWorkerWithItsReason() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        holdfast.handle("wait", String.class, (payload, context) -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return Outcome.done();
        });
        Worker worker = holdfast.start(WorkerOptions.DEFAULT.withIdlePoll(Duration.ofMillis(20)));
        holdfast.submit("wait", "x");
        started.await();
        ledger.plan(command -> Fault.BROKEN);
        interrupted.await();

        assertThat(worker.awaitStopped(LONG)).isTrue();
        assertThat(worker.state()).isEqualTo(Worker.State.BROKEN);
        assertThat(worker.failure().orElseThrow()).hasMessageContaining("broken by the test");
        worker.stop();
    }

    @Test
    void stoppingEndsEvenWhenTheLedgerIsAway() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        holdfast.handle("quick", String.class, (payload, context) -> {
            ran.countDown();
            return Outcome.done();
        });
        Worker worker = holdfast.start(WorkerOptions.DEFAULT.withGrace(Duration.ZERO));
        ledger.plan(command -> command instanceof Settle || command instanceof Heartbeat ? Fault.BEFORE : Fault.NONE);
        Submitted submitted = holdfast.submit("quick", "x");
        ran.await();
        worker.stop();

        assertThat(worker.state()).isEqualTo(Worker.State.STOPPED);
        assertThat(submitted.unit().status()).isEqualTo(Status.CLAIMED);
        assertThat(ledger.ask(new ShowPool(Holdfast.DEFAULT_POOL)).orElseThrow().liveWorkers())
                .as("an answer is known that was not taken: the worker is not retired, which would lose the claim"
                        + " at once")
                .isEqualTo(1);
    }
}
