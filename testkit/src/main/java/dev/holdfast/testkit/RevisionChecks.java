// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Oversized;
import dev.holdfast.core.work.PoolDecision;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.WorkerOffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** What must hold when a pool is revised while others revise it, submit to it and claim from it. */
final class RevisionChecks {
    private static final PoolId POOL = new PoolId("p");
    private static final WorkerId WORKER = new WorkerId("w");
    private static final ClaimSecret SECRET = new ClaimSecret(2, 7);
    private static final int THREADS = 6;
    private static final int REVISIONS = 20;
    private static final int UNITS = 30;

    private final Ledger ledger;
    private final AtomicLong requests = new AtomicLong();

    RevisionChecks(Ledger ledger) {
        this.ledger = ledger;
    }

    /** All have looked at the same revision: one of them replaces it, and the others are told. */
    void oneReplacesARevision() {
        ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
        for (int revision = 1; revision <= REVISIONS; revision++) {
            int replaced = revision;
            List<PoolDecision> decisions = Crowd.run(
                    THREADS,
                    number -> () -> ledger.submit(
                            new DefinePool(POOL, limited(1 + replaced * THREADS + number)).replacing(replaced)));
            assertThat(decisions)
                    .filteredOn(new PoolDecision.Revised(revision + 1)::equals)
                    .hasSize(1);
            assertThat(decisions)
                    .filteredOn(new PoolDecision.PolicyConflict(revision + 1, List.of("maxLiveClaims"))::equals)
                    .hasSize(THREADS - 1);
        }
    }

    private static PoolPolicy limited(int claims) {
        return PoolPolicy.DEFAULT.withMaxLiveClaims(claims);
    }

    /**
     * One revises, one claims, the others submit work that only some revisions have room for: each unit is admitted by one
     * of them, and in the end the last revision lets all that waits run.
     */
    void submissionsGoOn() {
        ledger.submit(new DefinePool(POOL, room(1, 1)));
        ledger.submit(new RegisterWorker(
                WorkerOffer.of(WORKER, Set.of(POOL), Set.of("mail"), 10_000).withResources(Map.of("cpu", 10_000L))));
        List<Integer> queued = Crowd.run(THREADS, number -> () -> switch (number) {
            case 0 -> revise();
            case 1 -> claim();
            default -> submit(number);
        });
        int revision = queued.getFirst();
        long waiting = queued.stream().skip(2).mapToLong(Integer::longValue).sum();
        ledger.submit(new DefinePool(POOL, room(10_000, revision + 1)).replacing(revision));
        claim();
        var snapshot = ledger.ask(new ShowPool(POOL)).orElseThrow();
        assertThat(snapshot.pool().revision()).isEqualTo(revision + 1);
        assertThat(snapshot.count(Status.CLAIMED)).isEqualTo(waiting);
        assertThat(snapshot.count(Status.QUEUED)).isZero();
        assertThat(snapshot.count(Status.POISONED)).isEqualTo((THREADS - 2L) * UNITS - waiting);
        Invariants.check(ledger);
    }

    /** Of revisions every second one poisons what is larger than the pool. */
    private static PoolPolicy room(long cpu, int revision) {
        return PoolPolicy.DEFAULT
                .withCapacity(Map.of("cpu", cpu))
                .withOversized(revision % 2 == 0 ? Oversized.POISON : Oversized.RETAIN);
    }

    private int revise() {
        for (int revision = 1; revision < REVISIONS; revision++) {
            PoolDecision decision =
                    ledger.submit(new DefinePool(POOL, room(1 + revision % 4, revision + 1)).replacing(revision));
            assertThat(decision).isEqualTo(new PoolDecision.Revised(revision + 1));
        }
        return REVISIONS;
    }

    private int claim() {
        for (int i = 0; i < UNITS; i++) {
            RequestId id = new RequestId(0, 0, requests.incrementAndGet());
            ClaimDecision decision = ledger.submit(new ClaimWork(POOL, WORKER, id, SECRET, 10));
            assertThat(decision).isNotInstanceOf(ClaimDecision.Refused.class);
        }
        return UNITS;
    }

    /** How many of its units wait. */
    private int submit(int number) {
        int queued = 0;
        for (int unit = 0; unit < UNITS; unit++) {
            Submission submission = Submission.of("mail", new IdempotencyKey(number + "/" + unit))
                    .demand("cpu", 1 + unit % 4)
                    .build();
            SubmitDecision decision = ledger.submit(new Submit(POOL, submission));
            assertThat(decision).isInstanceOf(SubmitDecision.Admitted.class);
            queued += ((SubmitDecision.Admitted) decision).status() == Status.QUEUED ? 1 : 0;
        }
        return queued;
    }

    /** Many submit to a queue at once: it is passed by no more than what each submits in one call. */
    void maxQueuedIsPassedByNoMoreThanABatchEach() {
        int limit = 25;
        int batch = 4;
        ledger.submit(new DefinePool(
                POOL,
                PoolPolicy.DEFAULT.change().maxQueued(OptionalLong.of(limit)).build()));
        Crowd.run(THREADS, number -> () -> {
            for (int call = 0; call < UNITS; call++) {
                int first = call * batch;
                ledger.submitAll(IntStream.range(first, first + batch)
                        .mapToObj(unit -> new Submit(
                                POOL,
                                Submission.of("mail", new IdempotencyKey(number + "/" + unit))
                                        .build()))
                        .toList());
            }
            return number;
        });
        assertThat(ledger.ask(new ShowPool(POOL)).orElseThrow().count(Status.QUEUED))
                .isBetween((long) limit, limit + (THREADS - 1L) * batch);
        Invariants.check(ledger);
    }
}
