// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.runtime.spi.Listener;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One message makes the ledger throw what no ledger should: the others of its batch go on. */
@ExtendWith(QuietLog.class)
class OffendersTest {
    private static final int UNITS = 21;
    private static final HandlerOptions ASKS =
            HandlerOptions.DEFAULT.withRecovery(Recovery.RECONCILE_BEFORE_REDISPATCH);

    private final ManualClock clock = new ManualClock();
    private final FaultyLedger ledger = new FaultyLedger(MemoryLedger.create(clock));
    private final Holdfast holdfast = Holdfast.over(ledger, new StepDriver(clock));
    private final List<Submitted> others = new ArrayList<>();
    private final Set<String> ran = new HashSet<>();
    private final Set<WorkId> lost = new HashSet<>();
    private final List<String> troubles = new ArrayList<>();
    private final Listener listener = new Listener() {
        @Override
        public void lost(WorkId work, Fence fence) {
            lost.add(work);
        }

        @Override
        public void trouble(String what, Throwable cause) {
            troubles.add(cause.getMessage());
        }
    };
    private Submitted offender;
    private Worker worker;

    @BeforeEach
    void submit() {
        holdfast.handle("asks", String.class, ASKS, (payload, context) -> {
            ran.add(payload);
            return Outcome.done(payload);
        });
        for (int i = 0; i < UNITS; i++) {
            Submitted each = holdfast.submit("asks", "n" + i);
            if (i == UNITS / 2) {
                offender = each;
            } else {
                others.add(each);
            }
        }
    }

    @AfterEach
    void close() {
        ledger.throwOn(command -> false);
        holdfast.close();
        ledger.close();
    }

    /** Long enough to halve a batch down to one, with waits in between, and shorter than a claim lease. */
    private void work() {
        worker = holdfast.start(WorkerOptions.DEFAULT.withConcurrency(UNITS).withListener(listener));
        for (int i = 0; i < 100; i++) {
            clock.advance(Duration.ofMillis(100));
        }
    }

    private void assertTheOthersSucceeded() {
        assertThat(others)
                .extracting(each -> each.unit().status())
                .hasSize(UNITS - 1)
                .containsOnly(Status.SUCCEEDED);
        assertThat(troubles)
                .anySatisfy(each -> assertThat(each).contains(offender.id().value()));
        assertThat(troubles).hasSizeLessThan(10);
    }

    @Test
    void anAnswerThatTheLedgerFailsOnIsReleasedInstead() {
        ledger.throwOn(command -> command instanceof Settle settle
                && settle.work().equals(offender.id())
                && settle.answer() instanceof Answer.Succeeded);
        work();

        assertTheOthersSucceeded();
        Unit unit = offender.unit();
        assertThat(unit.status()).isEqualTo(Status.UNCERTAIN);
        assertThat(unit.attempts()).isEqualTo(1);
        assertThat(((Answer.Released) unit.past().getLast().answer().orElseThrow()).reason())
                .isEqualTo(WorkerCodes.ANSWER_NOT_TAKEN);
        assertThat(lost).isEmpty();
    }

    @Test
    void aClaimThatTheLedgerFailsOnWhateverIsSaidIsLetGo() {
        ledger.throwOn(
                command -> command instanceof Settle settle && settle.work().equals(offender.id()));
        work();

        assertTheOthersSucceeded();
        assertThat(lost).containsExactly(offender.id());
        assertThat(offender.unit().status()).isEqualTo(Status.CLAIMED);
        worker.stop();
        assertThat(worker.state()).isEqualTo(Worker.State.STOPPED);
    }

    @Test
    void aLetGoClaimIsNoLongerNamedSoThatTheLedgerEndsIt() {
        ledger.throwOn(
                command -> command instanceof Settle settle && settle.work().equals(offender.id()));
        work();
        for (int i = 0; i < 100; i++) {
            clock.advance(Duration.ofSeconds(1));
        }

        assertThat(offender.unit().status()).isEqualTo(Status.UNCERTAIN);
    }

    @Test
    void aBeginThatTheLedgerFailsOnIsLetGoAndItsPermitComesBack() {
        ledger.throwOn(command -> command instanceof Begin begin && begin.work().equals(offender.id()));
        work();

        assertTheOthersSucceeded();
        assertThat(lost).containsExactly(offender.id());
        assertThat(ran).hasSize(UNITS - 1).doesNotContain("n" + UNITS / 2);
        worker.stop();
        assertThat(worker.state()).isEqualTo(Worker.State.STOPPED);
        assertThat(ledger.ask(new ShowPool(Holdfast.DEFAULT_POOL)).orElseThrow().liveWorkers())
                .as("nothing kept a permit, so that the worker was idle and retired")
                .isZero();
    }
}
