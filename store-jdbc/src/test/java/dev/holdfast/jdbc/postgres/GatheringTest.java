// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.jdbc.Some;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Many threads of one process that submit one unit each. */
class GatheringTest {
    private static final Schemas SCHEMAS = new Schemas();
    private static final int THREADS = 16;
    private static final int KEYS = 100;

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

    /** All threads submit the same keys at the same time: the one who is first is told so, and nobody else. */
    @Test
    void everyCallerGetsItsOwnAnswer() throws Exception {
        String schema = SCHEMAS.create();
        try (Ledger ledger = open(schema);
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            CyclicBarrier together = new CyclicBarrier(THREADS);
            List<Future<List<SubmitDecision>>> callers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                callers.add(threads.submit(() -> {
                    List<SubmitDecision> answers = new ArrayList<>();
                    for (int key = 0; key < KEYS; key++) {
                        together.await();
                        answers.add(ledger.submit(Some.submission("k" + key)));
                    }
                    return answers;
                }));
            }
            List<List<SubmitDecision>> answers = new ArrayList<>();
            for (Future<List<SubmitDecision>> each : callers) {
                answers.add(each.get());
            }
            for (int key = 0; key < KEYS; key++) {
                int at = key;
                assertThat(answers.stream().map(each -> each.get(at)))
                        .as("answers for one key")
                        .hasSize(THREADS)
                        .satisfiesOnlyOnce(each -> assertThat(each).isInstanceOf(SubmitDecision.Admitted.class))
                        .allMatch(each ->
                                each instanceof SubmitDecision.Admitted || each instanceof SubmitDecision.Repeated);
            }
            assertThat(Some.claim(ledger, 1, 2 * KEYS))
                    .extracting(Grant::work)
                    .containsExactlyInAnyOrderElementsOf(IntStream.range(0, KEYS)
                            .mapToObj(key -> Some.work("k" + key))
                            .toList());
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
            for (int key = 0; key < KEYS; key++) {
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
