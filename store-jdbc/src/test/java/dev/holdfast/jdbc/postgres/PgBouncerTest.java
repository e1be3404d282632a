// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.CancelDecision;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.SweepDecision;
import dev.holdfast.testkit.Invariants;
import dev.holdfast.testkit.postgres.PostgresServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Through a pooler that gives every transaction another connection: no notifications, no prepared statements. */
class PgBouncerTest {
    /** Set where a missing PgBouncer is an error, as in CI. */
    private static final String REQUIRED = "HOLDFAST_TEST_PGBOUNCER";

    private static final int THREADS = 8;
    private static final int UNITS = 25;

    @TempDir
    Path folder;

    private final PostgresServer server = PostgresServer.shared();
    private final String schema = PostgresServer.freshName();
    private PgBouncer bouncer;
    private HikariDataSource source;
    private Ledger ledger;

    @BeforeEach
    void open() throws Exception {
        Optional<Path> program = PgBouncer.program();
        if (program.isEmpty()) {
            String missing = "PgBouncer is not installed (Debian: apt-get install pgbouncer)";
            assertThat(System.getenv(REQUIRED)).as(missing).isNull();
            System.out.println("PgBouncerTest is skipped: " + missing);
            Assumptions.abort(missing);
        }
        bouncer = PgBouncer.start(program.orElseThrow(), server, folder);
        source = Schemas.pool(bouncer.dataSource());
        PostgresSchema.ensureCreated(source, schema);
        ledger = PostgresLedger.open(
                source, PostgresOptions.DEFAULT.withSchema(schema).withNotifications(false));
    }

    @AfterEach
    void close() {
        if (bouncer != null) {
            ledger.close();
            source.close();
            bouncer.close();
            server.dropSchema(schema);
        }
    }

    /** PF-143. */
    @Test
    void theWholeWayOfManyUnits() throws Exception {
        FaultWay way = new FaultWay(ledger::submitAll);
        way.start();
        List<Future<Integer>> running = new ArrayList<>();
        int settled = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                running.add(threads.submit(() -> way.run(thread, UNITS, number -> {})));
            }
            for (Future<Integer> each : running) {
                settled += each.get();
            }
        }
        assertThat(settled).isEqualTo(THREADS * UNITS);
        assertThat(ledger.ask(new ShowPool(FaultCases.POOL)).orElseThrow().count(Status.SUCCEEDED))
                .isEqualTo(THREADS * UNITS);
        Invariants.check(ledger);
    }

    @Test
    void cancelAndSweep() {
        new FaultWay(ledger::submitAll).start();
        IdempotencyKey key = new IdempotencyKey("unwanted");
        ledger.submit(new Submit(FaultCases.POOL, Submission.of("kind", key).build()));
        assertThat(ledger.submit(new Cancel(WorkId.derived(FaultCases.POOL, key), "operator", "not wanted")))
                .isEqualTo(new CancelDecision.Cancelled());
        assertThat(ledger.submit(new Sweep(FaultCases.POOL, true)))
                .isEqualTo(new SweepDecision.Swept(0, 0, 0, 0, false));
        assertThat(ledger.ask(new ShowPool(FaultCases.POOL)).orElseThrow().count(Status.CANCELLED))
                .isOne();
        Invariants.check(ledger);
    }
}
