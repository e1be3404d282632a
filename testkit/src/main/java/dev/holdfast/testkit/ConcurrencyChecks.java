// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Fence;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.CancelDecision;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.WorkerOffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** What must hold when many threads use one ledger at the same time. */
final class ConcurrencyChecks {
    private static final PoolId POOL = new PoolId("p");
    private static final int THREADS = 8;

    private final Ledger ledger;

    ConcurrencyChecks(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Threads claim until nothing is left: every unit is granted once, and the counters say so. */
    void nothingIsGrantedTwice() {
        int units = 400;
        prepare(PoolPolicy.DEFAULT, units, false);
        List<List<Grant>> won = Crowd.run(THREADS, number -> () -> {
            List<Grant> mine = new ArrayList<>();
            for (int request = 0; request <= units; request++) {
                List<Grant> got = claim(number, request, 1 + request % 7);
                if (got.isEmpty()) {
                    break;
                }
                mine.addAll(got);
            }
            return mine;
        });
        List<Grant> grants = won.stream().flatMap(List::stream).toList();
        assertThat(grants).extracting(Grant::work).doesNotHaveDuplicates().hasSize(units);
        assertThat(grants).extracting(Grant::fence).doesNotHaveDuplicates();
        assertThat(ledger.ask(new ShowPool(POOL)).orElseThrow().count(Status.CLAIMED))
                .isEqualTo(units);
        Invariants.check(ledger);
    }

    /** Threads claim and settle units of a domain for two: never do more than two hold one. */
    void limitsHoldAtEveryMoment() {
        int units = 60;
        prepare(PoolPolicy.DEFAULT.withDomains(Map.of("d", DomainLimit.claims(2))), units, true);
        AtomicInteger holding = new AtomicInteger();
        AtomicInteger left = new AtomicInteger(units);
        List<Integer> most = Crowd.run(THREADS, number -> () -> {
            int seen = 0;
            for (int request = 0; left.get() > 0; request++) {
                assertThat(request).as("claims while others hold the domain").isLessThan(100_000);
                List<Grant> grants = claim(number, request, 2);
                seen = Math.max(seen, holding.addAndGet(grants.size()));
                for (Grant grant : grants) {
                    holding.decrementAndGet();
                    assertThat(settle(number, grant)).isEqualTo(new SettleDecision.Accepted(Status.SUCCEEDED));
                    left.decrementAndGet();
                }
            }
            return seen;
        });
        assertThat(most).allMatch(seen -> seen <= 2);
        assertThat(ledger.ask(new ShowPool(POOL)).orElseThrow().count(Status.SUCCEEDED))
                .isEqualTo(units);
        Invariants.check(ledger);
    }

    /** The same request from several threads: all get the same grants. */
    void oneRequestHasOneAnswer() {
        prepare(PoolPolicy.DEFAULT, 50, false);
        List<List<Grant>> answers = Crowd.run(THREADS, number -> () -> claim(0, 7, 5));
        assertThat(answers).allSatisfy(grants -> assertThat(grants).hasSize(5).isEqualTo(answers.getFirst()));
    }

    /** The same key from several threads: one admission, the rest are repeats. */
    void oneKeyIsAdmittedOnce() {
        ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
        for (int unit = 0; unit < 10; unit++) {
            Submit command = submit(unit, false);
            List<SubmitDecision> decisions = Crowd.run(THREADS, number -> () -> ledger.submit(command));
            assertThat(decisions)
                    .filteredOn(SubmitDecision.Admitted.class::isInstance)
                    .hasSize(1);
            assertThat(decisions)
                    .filteredOn(SubmitDecision.Repeated.class::isInstance)
                    .hasSize(THREADS - 1);
        }
        Invariants.check(ledger);
    }

    /** A cancel races the settlement: both are told the same outcome. */
    void cancelAndSettleAgree() {
        prepare(PoolPolicy.DEFAULT, 40, false);
        for (int unit = 0; unit < 40; unit++) {
            Grant grant = claim(0, unit, 1).getFirst();
            List<Object> both = Crowd.run(
                    2,
                    number -> () ->
                            number == 0 ? settle(0, grant) : ledger.submit(new Cancel(grant.work(), "ann", "changed")));
            assertThat(both.getFirst()).isEqualTo(new SettleDecision.Accepted(Status.SUCCEEDED));
            assertThat(both.getLast())
                    .isIn(new CancelDecision.CancelRequested(), new CancelDecision.TooLate(Status.SUCCEEDED));
            assertThat(ledger.ask(new Inspect(grant.work()))
                            .orElseThrow()
                            .cancel()
                            .isPresent())
                    .isEqualTo(both.getLast() instanceof CancelDecision.CancelRequested);
        }
        Invariants.check(ledger);
    }

    /** Two threads answer for one claim, each its own way: one answer stands and both are told which. */
    void oneAnswerStands() {
        prepare(PoolPolicy.DEFAULT, 40, false);
        for (int unit = 0; unit < 40; unit++) {
            Grant grant = claim(0, unit, 1).getFirst();
            List<SettleDecision> both = Crowd.run(
                    2,
                    number -> () -> ledger.submit(new Settle(
                            grant.work(),
                            grant.fence(),
                            secret(0),
                            new Answer.Succeeded(Payload.text("from " + number)))));
            int winner = both.indexOf(new SettleDecision.Accepted(Status.SUCCEEDED));
            assertThat(winner).isNotNegative();
            assertThat(both.get(1 - winner))
                    .isEqualTo(new SettleDecision.Conflict(new Answer.Succeeded(Payload.text("from " + winner))));
        }
        Invariants.check(ledger);
    }

    private void prepare(PoolPolicy policy, int units, boolean inDomain) {
        ledger.submit(new DefinePool(POOL, policy));
        for (int i = 0; i < THREADS; i++) {
            ledger.submit(new RegisterWorker(WorkerOffer.of(worker(i), Set.of(POOL), Set.of("mail"), 1_000)));
        }
        ledger.submitAll(
                IntStream.range(0, units).mapToObj(i -> submit(i, inDomain)).toList());
    }

    private static Submit submit(int number, boolean inDomain) {
        Submission.Builder unit = Submission.of("mail", new IdempotencyKey("k" + number))
                .id(new WorkId("k" + number))
                .fairnessKey("tenant" + number % 5);
        return new Submit(POOL, (inDomain ? unit.domain("d") : unit).build());
    }

    private List<Grant> claim(int worker, int request, int max) {
        RequestId id = new RequestId(0, worker, request);
        ClaimDecision decision = ledger.submit(new ClaimWork(POOL, worker(worker), id, secret(worker), max));
        return decision instanceof ClaimDecision.Granted granted ? granted.grants() : List.of();
    }

    private SettleDecision settle(int worker, Grant grant) {
        Fence fence = grant.fence();
        return ledger.submit(new Settle(grant.work(), fence, secret(worker), new Answer.Succeeded(Payload.EMPTY)));
    }

    private static WorkerId worker(int number) {
        return new WorkerId("w" + number);
    }

    private static ClaimSecret secret(int worker) {
        return new ClaimSecret(1, worker);
    }
}
