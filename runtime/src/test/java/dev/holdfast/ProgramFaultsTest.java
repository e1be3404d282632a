// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.FaultyLedger.Fault;
import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Payload;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import dev.holdfast.jdbc.sqlite.SqliteOptions;
import dev.holdfast.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Faults that users of other systems have met with starts, outages and payloads. */
@ExtendWith(QuietLog.class)
class ProgramFaultsTest {
    private static final ClaimSecret SECRET = new ClaimSecret(1, 2);
    private static final HandlerOptions ASKS =
            HandlerOptions.DEFAULT.withRecovery(Recovery.RECONCILE_BEFORE_REDISPATCH);

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock();

    private void pass(Duration duration) {
        for (Duration gone = Duration.ZERO; gone.compareTo(duration) < 0; gone = gone.plusSeconds(1)) {
            clock.advance(Duration.ofSeconds(1));
        }
    }

    private Holdfast over(Ledger ledger, List<String> ran) {
        Holdfast holdfast = Holdfast.over(ledger, new StepDriver(clock));
        holdfast.handle("plain", String.class, (payload, context) -> {
            ran.add(payload);
            return Outcome.done();
        });
        holdfast.handle("asks", String.class, ASKS, (payload, context) -> Outcome.done());
        return holdfast;
    }

    /** PF-048: a program ended in the middle of its work; the next one does what each unit says, and nobody asked for it. */
    @Test
    void theNextStartRecoversWhatTheLastOneLeft() {
        Path file = folder.resolve("work.db");
        SqliteOptions options = SqliteOptions.DEFAULT.withClock(clock);
        List<String> ran = new ArrayList<>();
        Submitted plain;
        Submitted asks;
        try (Ledger ledger = SqliteLedger.open(file, options);
                Holdfast holdfast = over(ledger, ran)) {
            plain = holdfast.submit("plain", "x");
            asks = holdfast.submit("asks", "x");
            WorkerId gone = new WorkerId("gone");
            ledger.submit(new RegisterWorker(
                    WorkerOffer.of(gone, Set.of(Holdfast.DEFAULT_POOL), Set.of("plain", "asks"), 9)));
            ClaimDecision.Granted granted = (ClaimDecision.Granted)
                    ledger.submit(new ClaimWork(Holdfast.DEFAULT_POOL, gone, new RequestId(0, 1, 1), SECRET, 9));
            granted.grants().forEach(grant -> ledger.submit(new Begin(grant.work(), grant.fence(), SECRET)));
            assertThat(granted.grants()).hasSize(2);
        }
        try (Ledger ledger = SqliteLedger.open(file, options);
                Holdfast holdfast = over(ledger, ran)) {
            holdfast.start();
            pass(Duration.ofSeconds(30 + 5 + 5));

            assertThat(ran).containsExactly("x");
            assertThat(status(ledger, plain)).isEqualTo(Status.SUCCEEDED);
            assertThat(status(ledger, asks)).isEqualTo(Status.UNCERTAIN);
        }
    }

    private static Status status(Ledger ledger, Submitted submitted) {
        return ledger.ask(new Inspect(submitted.id())).orElseThrow().status();
    }

    /** PF-078: away for an hour, then back: the same worker goes on without being started again. */
    @Test
    void anHourWithoutALedgerEndsNoWorker() {
        List<String> ran = new ArrayList<>();
        try (FaultyLedger ledger = new FaultyLedger(MemoryLedger.create(clock));
                Holdfast holdfast = over(ledger, ran)) {
            Worker worker = holdfast.start();
            holdfast.submit("plain", "before");
            holdfast.submit("plain", "meanwhile", SubmitOptions.none().delay(Duration.ofMinutes(10)));
            holdfast.runDue();
            ledger.plan(command -> Fault.BEFORE);
            pass(Duration.ofHours(1));
            assertThat(ledger.faults()).isGreaterThan(100);
            assertThat(ran).containsExactly("before");
            ledger.plan(command -> Fault.NONE);
            pass(Duration.ofMinutes(1));
            holdfast.submit("plain", "after");
            holdfast.runDue();

            assertThat(ran).containsExactly("before", "meanwhile", "after");
            assertThat(worker.state()).isEqualTo(Worker.State.RUNNING);
        }
    }

    /** PF-081: one duty that never works holds up no other, and any other process does it. */
    @Test
    void aSweepThatAlwaysFailsHoldsUpNothing() {
        List<String> ran = new ArrayList<>();
        Ledger whole = MemoryLedger.create(clock);
        try (FaultyLedger faulty = new FaultyLedger(whole);
                Holdfast holdfast = over(faulty, ran)) {
            faulty.plan(command -> command instanceof Sweep ? Fault.BEFORE : Fault.NONE);
            Worker worker = holdfast.start();
            Object names = worker.ids();
            Submitted late =
                    holdfast.submit("unknown", "x", SubmitOptions.none().startBy(Duration.ofSeconds(1)));
            for (int minute = 0; minute < 10; minute++) {
                holdfast.submit("plain", "n" + minute);
                pass(Duration.ofMinutes(1));
            }
            assertThat(ran).hasSize(10);
            assertThat(worker.ids()).isEqualTo(names);
            assertThat(late.unit().status()).isEqualTo(Status.QUEUED);
            try (Holdfast other = over(whole, ran)) {
                other.start();
                pass(Duration.ofSeconds(10));
            }
            assertThat(late.unit().status()).isEqualTo(Status.FAILED);
        }
    }

    /** PF-077: two starts on one machine, in one process even, are two workers that do not know of each other. */
    @Test
    void everyStartIsAnotherWorker() {
        List<String> ran = new ArrayList<>();
        try (Ledger ledger = MemoryLedger.create(clock);
                Holdfast one = over(ledger, ran);
                Holdfast other = over(ledger, ran)) {
            Worker first = one.start();
            Worker second = other.start();
            pass(Duration.ofMinutes(5));

            assertThat(first.ids()).hasSize(1).doesNotContainAnyElementsOf(second.ids());
            assertThat(first.state()).isEqualTo(Worker.State.RUNNING);
            assertThat(second.state()).isEqualTo(Worker.State.RUNNING);
        }
    }

    /** PF-147: that a payload could not be read changes nothing of it, so that a later build can. */
    @Test
    void anUnreadPayloadStaysAsItWas() {
        record Order(int number) {}
        try (Holdfast holdfast = Holdfast.inMemory(clock)) {
            holdfast.handle("order", Order.class, (order, context) -> Outcome.done());
            holdfast.start();
            Submitted submitted = holdfast.submit("order", "{\"number\": \"many\"}");
            Payload before = submitted.unit().submission().payload();
            holdfast.runDue();

            assertThat(submitted.unit().status()).isEqualTo(Status.POISONED);
            assertThat(submitted.unit().submission().payload()).isEqualTo(before);
            assertThat(before.asText()).isEqualTo("{\"number\": \"many\"}");
        }
    }

    /** PF-203: to send the same again is nothing that anybody has to know of. */
    @Test
    void repeatedSubmissionsAreNotLogged() {
        List<LogRecord> records = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                records.add(record);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("dev.holdfast");
        logger.addHandler(handler);
        int repeated = 0;
        try (Holdfast holdfast = Holdfast.inMemory(clock)) {
            for (int i = 0; i < 1_000; i++) {
                repeated += holdfast.submit("plain", "x", SubmitOptions.none().key("k"))
                                .repeated()
                        ? 1
                        : 0;
            }
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(repeated).isEqualTo(999);
        assertThat(records)
                .filteredOn(record -> record.getLevel().intValue() >= Level.INFO.intValue())
                .isEmpty();
    }
}
