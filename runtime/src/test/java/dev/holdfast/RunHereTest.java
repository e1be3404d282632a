// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.SubmitClaimedDecision;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Units that are submitted and run in this process at once. */
class RunHereTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final ManualClock clock = new ManualClock();
    private final Holdfast holdfast = Holdfast.inMemory(clock);
    private final List<String> seen = new ArrayList<>();

    @AfterEach
    void close() {
        holdfast.close();
    }

    private Worker start(HandlerOptions options) {
        holdfast.handle("mail", String.class, options, (text, context) -> {
            seen.add(text);
            return Outcome.done(text.length());
        });
        Worker worker = holdfast.start(WorkerOptions.DEFAULT.withConcurrency(2));
        holdfast.runDue();
        return worker;
    }

    @Test
    void itRunsBeforeWhatWaits() throws Exception {
        Worker worker = start(HandlerOptions.DEFAULT);
        holdfast.ledger().submit(new PausePool(Holdfast.DEFAULT_POOL, true, "ann", "so that something waits"));
        holdfast.submit("mail", "waits");
        holdfast.runDue();
        holdfast.ledger().submit(new PausePool(Holdfast.DEFAULT_POOL, false, "ann", "done"));

        Submitted here = worker.runHere("mail", "here", SubmitOptions.none());
        assertThat(here.repeated()).isFalse();
        assertThat(here.await(Duration.ZERO)).isPresent();
        assertThat(here.result(Integer.class)).isEqualTo(4);
        assertThat(seen.getFirst()).isEqualTo("here");
    }

    @Test
    void whatMustBeBegunIsBegun() throws Exception {
        Worker worker = start(HandlerOptions.DEFAULT.withRecovery(Recovery.RECONCILE_BEFORE_REDISPATCH));
        Submitted here = worker.runHere("mail", "asked", SubmitOptions.none());
        assertThat(here.await(Duration.ZERO)).isPresent();
        assertThat(here.unit().past().getFirst().claim().begunAt()).isPresent();
    }

    @Test
    void oneThatIsKnownIsNotRunAgain() throws Exception {
        Worker worker = start(HandlerOptions.DEFAULT);
        SubmitOptions key = SubmitOptions.none().key("once");
        Submitted first = worker.runHere("mail", "a", key);
        assertThat(first.await(Duration.ZERO)).isPresent();
        Submitted again = worker.runHere("mail", "a", key);
        assertThat(again.repeated()).isTrue();
        assertThat(again.id()).isEqualTo(first.id());
        assertThat(seen).containsExactly("a");
        assertThatThrownBy(() -> worker.runHere("mail", "b", key))
                .isInstanceOfSatisfying(
                        SubmissionRefused.class,
                        refused -> assertThat(refused.decision()).isInstanceOf(SubmitDecision.Conflict.class));
    }

    @Test
    void whereItMayNotRunItIsNotSubmitted() {
        Worker worker = start(HandlerOptions.DEFAULT);
        holdfast.ledger().submit(new PausePool(Holdfast.DEFAULT_POOL, true, "ann", "busy"));
        SubmitOptions key = SubmitOptions.none().key("later");
        assertThatThrownBy(() -> worker.runHere("mail", "a", key))
                .isInstanceOfSatisfying(
                        NotRunHere.class,
                        refused -> assertThat(refused.decision())
                                .isEqualTo(new SubmitClaimedDecision.NotClaimed(new ClaimDecision.PoolPaused())));
        Submitted queued = holdfast.submit("mail", "a", key);
        assertThat(queued.repeated()).isFalse();
        assertThat(queued.unit().status()).isEqualTo(Status.QUEUED);
    }

    @Test
    void whatCannotRunHereNowIsRefused() {
        Worker worker = start(HandlerOptions.DEFAULT);
        holdfast.pool("other", PoolPolicy.DEFAULT);
        assertThatThrownBy(() -> worker.runHere("print", "a", SubmitOptions.none()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> worker.runHere("mail", "a", SubmitOptions.none().pool("other")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> worker.runHere("mail", "a", SubmitOptions.none().held(LONG, Hold.Then.PROMOTE)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> worker.runHere("mail", "a", SubmitOptions.none().delay(LONG)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void withThreadsAndABusyWorker() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch entered = new CountDownLatch(1);
        try (Holdfast threaded = Holdfast.inMemory()) {
            threaded.handle("mail", String.class, (text, context) -> {
                entered.countDown();
                release.await();
                return Outcome.done();
            });
            Worker running = threaded.start(WorkerOptions.DEFAULT.withConcurrency(1));
            Submitted first = threaded.submit("mail", "long");
            entered.await();
            assertThatThrownBy(() -> running.runHere("mail", "second", SubmitOptions.none()))
                    .isInstanceOf(NotRunHere.class);
            release.countDown();
            assertThat(first.await(LONG)).isPresent();
            Submitted here = running.runHere("mail", "third", SubmitOptions.none());
            assertThat(here.await(LONG)).isPresent();
        }
    }
}
