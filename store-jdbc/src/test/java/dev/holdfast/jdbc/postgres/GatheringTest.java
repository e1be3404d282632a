// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.jdbc.Some;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Many threads of one process that submit one unit each. */
class GatheringTest {
    private static final Schemas SCHEMAS = new Schemas();
    private static final int THREADS = 16;
    private static final int ROUNDS = 50;

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    private static PostgresLedger open(String schema) {
        PostgresLedger ledger = PostgresLedger.open(
                SCHEMAS.source, PostgresOptions.DEFAULT.withSchema(schema).withNotifications(false));
        Some.define(ledger);
        Some.register(ledger);
        return ledger;
    }

    /** In every round half of the threads submit one key, of whom one is told that it was first; the others submit their own. */
    @Test
    void everyCallerGetsItsOwnAnswer() throws Exception {
        String schema = SCHEMAS.create();
        try (Ledger ledger = open(schema);
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            CyclicBarrier together = new CyclicBarrier(THREADS);
            List<Future<Map<String, SubmitDecision>>> callers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                callers.add(threads.submit(() -> {
                    Map<String, SubmitDecision> answers = new LinkedHashMap<>();
                    for (int round = 0; round < ROUNDS; round++) {
                        String key = (thread + round) % 2 == 0 ? "shared" + round : "own" + round + "-" + thread;
                        together.await();
                        answers.put(key, ledger.submit(Some.submission(key)));
                    }
                    return answers;
                }));
            }
            Map<String, List<SubmitDecision>> answers = new LinkedHashMap<>();
            for (Future<Map<String, SubmitDecision>> each : callers) {
                each.get()
                        .forEach((key, answer) -> answers.computeIfAbsent(key, k -> new ArrayList<>())
                                .add(answer));
            }
            assertThat(answers).hasSize(ROUNDS + ROUNDS * THREADS / 2);
            answers.forEach((key, given) -> {
                assertThat(given)
                        .as(key)
                        .filteredOn(SubmitDecision.Admitted.class::isInstance)
                        .hasSize(1);
                assertThat(given)
                        .as(key)
                        .filteredOn(SubmitDecision.Repeated.class::isInstance)
                        .hasSize(given.size() - 1);
            });
            assertThat(Some.claim(ledger, 1, 1_000)).hasSize(answers.size());
            assertThat(PostgresMaintenance.check(SCHEMAS.source, schema)).isEmpty();
        }
    }

    /** Whoever submits a key that a transaction has just inserted waits for its end, and does so alone. */
    @Test
    void oneThatHasToWaitHoldsUpNobodyElse() throws Exception {
        try (PostgresLedger ledger = open(SCHEMAS.create());
                ExecutorService threads = Executors.newFixedThreadPool(2);
                Connection connection = SCHEMAS.source.getConnection()) {
            connection.setAutoCommit(false);
            ledger.join(connection).submitAll(List.of(Some.submission("held"), Some.submission("held too")));
            List<Future<SubmitDecision>> waiting = List.of(
                    threads.submit(() -> ledger.submit(Some.submission("held"))),
                    threads.submit(() -> ledger.submit(Some.submission("held too"))));
            for (int key = 0; key < ROUNDS; key++) {
                assertThat(ledger.submit(Some.submission("free" + key))).isInstanceOf(SubmitDecision.Admitted.class);
            }
            assertThat(waiting).noneMatch(Future::isDone);
            connection.commit();
            for (Future<SubmitDecision> each : waiting) {
                assertThat(each.get()).isInstanceOf(SubmitDecision.Repeated.class);
            }
        }
    }
}
