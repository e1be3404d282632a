// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefineDomain;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.DomainTerms;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.ShowDomain;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitTogether;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.jdbc.Some;
import dev.holdfast.testkit.Invariants;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** PF-134: all take their locks in one order, so that nobody ever waits in a circle, whatever is sent together. */
class DeadlockTest {
    private static final List<PoolId> POOLS = List.of(new PoolId("p"), new PoolId("q"));
    private static final List<String> SHARED = List.of("t", "s", "u");
    private static final int THREADS = 8;
    private static final int BATCHES = 60;
    private static final int KEYS = 150;

    private final Queue<Settle> answers = new ConcurrentLinkedQueue<>();

    @Test
    void nobodyWaitsInACircle() throws Exception {
        try (Schemas schemas = new Schemas();
                Provoked look = Provoked.on(schemas.server)) {
            String schema = schemas.create();
            assertThat(look.text("SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND connamespace = '" + schema
                            + "'::regnamespace"))
                    .as("foreign keys, which would need indexes")
                    .isEqualTo("0");
            long before = deadlocks(look);
            try (HikariDataSource source = Schemas.pool(schemas.server.dataSource());
                    Ledger ledger = PostgresLedger.open(
                            source, PostgresOptions.DEFAULT.withSchema(schema).withNotifications(false))) {
                for (String domain : SHARED) {
                    ledger.submit(new DefineDomain(domain, new DomainTerms(DomainLimit.claims(7))));
                }
                for (PoolId pool : POOLS) {
                    ledger.submit(new DefinePool(pool, policy(pool, 20)));
                }
                run(ledger);
                Invariants.check(ledger);
            }
            look.await("SELECT count(*) = 1 FROM pg_stat_activity WHERE datname = current_database()"
                    + " AND backend_type = 'client backend' AND (pid = pg_backend_pid() OR query LIKE '%" + schema
                    + ".%')");
            assertThat(deadlocks(look) - before).isZero();
        }
    }

    private static PoolPolicy policy(PoolId pool, int claims) {
        return PoolPolicy.DEFAULT
                .withDomains(Map.of("d" + pool, DomainLimit.claims(claims)))
                .change()
                .sharedDomains(Set.copyOf(SHARED))
                .build();
    }

    private static long deadlocks(Provoked look) throws SQLException {
        return Long.parseLong(look.text("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"));
    }

    private void run(Ledger ledger) throws Exception {
        List<Future<Integer>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                running.add(threads.submit(() -> batches(ledger, number)));
            }
            for (Future<Integer> each : running) {
                assertThat(each.get()).isPositive();
            }
        }
    }

    private int batches(Ledger ledger, int number) {
        Random random = new Random(number);
        WorkerId worker = new WorkerId("w" + number);
        ledger.submit(new RegisterWorker(WorkerOffer.of(worker, Set.copyOf(POOLS), Set.of("job"), 1_000)));
        int sent = 0;
        for (int batch = 0; batch < BATCHES; batch++) {
            List<Command<?>> commands = new ArrayList<>();
            for (int i = 1 + random.nextInt(20); i > 0; i--) {
                commands.add(next(ledger, random, worker, number));
            }
            Collections.shuffle(commands, random);
            List<Decision> decisions = ledger.submitAll(commands);
            for (int i = 0; i < commands.size(); i++) {
                if (decisions.get(i) instanceof ClaimDecision.Granted granted) {
                    granted.grants().forEach(grant -> answers.add(answer(grant, random)));
                }
            }
            sent += commands.size();
        }
        return sent;
    }

    private Command<?> next(Ledger ledger, Random random, WorkerId worker, int number) {
        PoolId pool = POOLS.get(random.nextInt(2));
        String key = pool + "-" + random.nextInt(KEYS);
        return switch (random.nextInt(15)) {
            case 0, 1, 2, 3 -> submit(pool, key);
            case 12 ->
                new SubmitTogether(IntStream.range(0, 1 + random.nextInt(8))
                        .mapToObj(i -> submit(pool, pool + "-" + random.nextInt(KEYS)))
                        .toList());
            case 13 -> new DefinePool(pool, policy(pool, 15 + random.nextInt(9))).replacing(revision(ledger, pool));
            case 14 -> revise(ledger, SHARED.get(random.nextInt(SHARED.size())), 5 + random.nextInt(5));
            case 4 -> new ClaimWork(pool, worker, new RequestId(0, number, random.nextInt()), Some.SECRET, 10);
            case 5 -> new Cancel(new WorkId(key), "ann", "changed");
            case 6 -> new Sweep(pool, true);
            case 7 -> new Heartbeat(worker, true, new Holdings.Digested(0, 0), Set.of());
            default -> Optional.<Command<?>>ofNullable(answers.poll()).orElseGet(() -> new Sweep(pool, false));
        };
    }

    private static Submit submit(PoolId pool, String key) {
        return new Submit(
                pool,
                Sample.submission(key)
                        .id(new WorkId(key))
                        .fairnessKey("f" + key.hashCode() % 3)
                        .domain("d" + pool)
                        .domain(SHARED.get(Math.floorMod(key.hashCode(), 3)))
                        .domain(SHARED.get(Math.floorMod(key.hashCode() / 3, 3)))
                        .build());
    }

    private static int revision(Ledger ledger, PoolId pool) {
        return ledger.ask(new ShowPool(pool)).orElseThrow().pool().revision();
    }

    private static DefineDomain revise(Ledger ledger, String domain, int claims) {
        int revision = ledger.ask(new ShowDomain(domain)).orElseThrow().domain().revision();
        return new DefineDomain(
                domain, new DomainTerms(DomainLimit.claims(claims)), Optional.of(revision), "ann", "tuned");
    }

    private static Settle answer(Grant grant, Random random) {
        Answer answer = switch (random.nextInt(3)) {
            case 0 -> new Answer.Released(Evidence.NOT_STARTED, "later", Optional.empty());
            case 1 -> new Answer.Failed("broken", Evidence.NOT_APPLIED);
            default -> Some.success(grant).answer();
        };
        return new Settle(grant.work(), grant.fence(), Some.SECRET, answer);
    }
}
