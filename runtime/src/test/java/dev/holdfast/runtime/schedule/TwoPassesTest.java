// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.ListSchedules;
import dev.holdfast.core.work.Misfire;
import dev.holdfast.core.work.Overlap;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recurrence;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.SetSchedule;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.postgres.PostgresConnections;
import dev.holdfast.jdbc.postgres.PostgresLedger;
import dev.holdfast.jdbc.postgres.PostgresOptions;
import dev.holdfast.jdbc.postgres.PostgresSchema;
import dev.holdfast.jdbc.postgres.PostgresUrl;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import dev.holdfast.jdbc.sqlite.SqliteOptions;
import dev.holdfast.testkit.Invariants;
import dev.holdfast.testkit.ManualClock;
import dev.holdfast.testkit.postgres.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several passes at once, each over a ledger that it has opened itself: every tick is submitted once. */
@Timeout(300)
class TwoPassesTest {
    private static final int SCHEDULES = 5;
    private static final int MINUTES = 12;
    private static final int PASSES = 3;
    private static final PoolId POOL = new PoolId("p");

    @TempDir
    Path folder;

    private final ManualClock clock = new ManualClock();

    @Test
    void overADatabase() throws Exception {
        PostgresServer server = PostgresServer.shared();
        String schema = PostgresServer.freshName();
        String url = "jdbc:postgresql://" + server.host() + ":" + server.port() + "/" + server.database() + "?user="
                + server.user() + "&password=" + server.password();
        try (PostgresConnections connections = PostgresConnections.of(PostgresUrl.of(url))) {
            PostgresSchema.ensureCreated(connections.source(), schema);
            PostgresOptions options = PostgresOptions.DEFAULT
                    .withSchema(schema)
                    .withNotifications(false)
                    .withClock(clock);
            List<Ledger> ledgers = new ArrayList<>();
            for (int i = 0; i < PASSES; i++) {
                ledgers.add(PostgresLedger.open(connections.source(), options));
            }
            everyTickIsSubmittedOnce(ledgers);
        } finally {
            server.dropSchema(schema);
        }
    }

    @Test
    void overAFile() throws Exception {
        SqliteOptions options =
                SqliteOptions.DEFAULT.withClock(clock).withSynchronous(SqliteOptions.Synchronous.NORMAL);
        List<Ledger> ledgers = new ArrayList<>();
        for (int i = 0; i < PASSES; i++) {
            ledgers.add(SqliteLedger.open(folder.resolve("ledger.db"), options));
        }
        everyTickIsSubmittedOnce(ledgers);
    }

    private void everyTickIsSubmittedOnce(List<Ledger> ledgers) throws Exception {
        Ledger first = ledgers.getFirst();
        first.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
        for (int i = 0; i < SCHEDULES; i++) {
            ScheduleTerms terms = ScheduleTerms.of(
                            POOL,
                            ScheduleTerms.template("k" + i % 2),
                            new Recurrence.Every(Duration.ofMinutes(1), ManualClock.START))
                    .with(Overlap.ALLOW)
                    .with(new Misfire(Misfire.Policy.ALL, Duration.ofHours(1)));
            first.submit(new SetSchedule(new ScheduleId("s" + i), terms, Optional.empty(), "ann", "test"));
        }
        CyclicBarrier together = new CyclicBarrier(PASSES);
        try (ExecutorService threads = Executors.newFixedThreadPool(PASSES)) {
            for (int minute = 0; minute <= MINUTES; minute++) {
                List<Future<Duration>> passes = new ArrayList<>();
                for (Ledger ledger : ledgers) {
                    SchedulePass pass = new SchedulePass(ledger, (schedule, why) -> {
                        throw new AssertionError(schedule + ": " + why);
                    });
                    passes.add(threads.submit(() -> {
                        together.await();
                        return pass.run();
                    }));
                }
                for (Future<Duration> pass : passes) {
                    assertThat(get(pass)).isLessThanOrEqualTo(SchedulePass.INTERVAL);
                }
                clock.advance(Duration.ofMinutes(1));
            }
        }
        List<Unit> units = Invariants.units(first);
        assertThat(units).hasSize(SCHEDULES * (MINUTES + 1));
        assertThat(units.stream().map(unit -> unit.submission().labels())).doesNotHaveDuplicates();
        assertThat(first.ask(new ListSchedules()))
                .extracting(Schedule::submitted)
                .containsOnly(MINUTES + 1L);
        Invariants.check(first);
        ledgers.forEach(Ledger::close);
    }

    private static Duration get(Future<Duration> pass) throws InterruptedException {
        try {
            return pass.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }
}
