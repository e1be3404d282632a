// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefineDomain;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.DomainTerms;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.RetireWorker;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.ShowDomain;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerOffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Many claim from three pools that share a domain for three, and settle, give back, cancel and lose what they got. Meanwhile
 * somebody looks, at one moment each time: never are more than three claims live.
 */
final class SharedDomainChecks {
    private static final List<PoolId> POOLS = List.of(new PoolId("p"), new PoolId("q"), new PoolId("r"));
    private static final String DOMAIN = "licence";
    private static final int LIMIT = 3;
    private static final int CLAIMERS = 6;
    private static final int UNITS = 50;
    private static final ClaimSecret SECRET = new ClaimSecret(1, 2);
    private static final FindWork LIVE =
            new FindWork(Optional.empty(), EnumSet.of(Status.CLAIMED), Optional.empty(), Unit.UNNUMBERED, FindWork.MAX);

    private final Ledger ledger;
    private final AtomicInteger left = new AtomicInteger(UNITS * POOLS.size());
    private final AtomicInteger failed = new AtomicInteger();

    SharedDomainChecks(Ledger ledger) {
        this.ledger = ledger;
    }

    void neverMoreThanTheLimitOverAllPools() {
        prepare();
        List<Integer> done = Crowd.run(CLAIMERS + 1, number -> () -> {
            try {
                return number == CLAIMERS ? look() : work(number);
            } catch (RuntimeException | Error e) {
                failed.incrementAndGet();
                throw e;
            }
        });
        assertThat(done.getLast()).as("looks").isPositive();
        assertThat(ledger.ask(new FindWork(
                                Optional.empty(),
                                EnumSet.of(Status.QUEUED, Status.CLAIMED, Status.UNCERTAIN),
                                Optional.empty(),
                                Unit.UNNUMBERED,
                                FindWork.MAX))
                        .units())
                .isEmpty();
        assertThat(used()).isZero();
        Invariants.check(ledger);
    }

    private void prepare() {
        ledger.submit(new DefineDomain(DOMAIN, new DomainTerms(DomainLimit.claims(LIMIT))));
        for (PoolId pool : POOLS) {
            ledger.submit(new DefinePool(
                    pool,
                    Hands.AGAIN_AT_ONCE.change().sharedDomains(Set.of(DOMAIN)).build()));
            List<Submit> units = new ArrayList<>();
            for (int i = 0; i < UNITS; i++) {
                String key = pool + "-" + i;
                units.add(new Submit(
                        pool,
                        Submission.of("mail", new IdempotencyKey(key))
                                .id(new WorkId(key))
                                .domain(DOMAIN)
                                .fairnessKey("tenant" + i % 3)
                                .build()));
            }
            ledger.submitAll(units);
        }
    }

    private boolean isOver() {
        return left.get() <= 0 || failed.get() > 0;
    }

    /** How often somebody looked until all was over. */
    private int look() {
        int looks = 0;
        while (!isOver()) {
            assertThat(ledger.ask(LIVE).units().size()).as("live claims").isLessThanOrEqualTo(LIMIT);
            assertThat(used()).as("what the accounts say").isLessThanOrEqualTo(LIMIT);
            looks++;
        }
        return looks;
    }

    private long used() {
        return ledger.ask(new ShowDomain(DOMAIN)).orElseThrow().amount(Account.domainClaims(DOMAIN));
    }

    private int work(int number) {
        Random random = new Random(number);
        int workers = 0;
        WorkerId worker = register(number, workers);
        int request = 0;
        while (!isOver()) {
            PoolId pool = POOLS.get(random.nextInt(POOLS.size()));
            RequestId id = new RequestId(1, number, ++request);
            if (ledger.submit(new ClaimWork(pool, worker, id, SECRET, 1 + random.nextInt(3)))
                    instanceof ClaimDecision.Granted granted) {
                if (random.nextInt(6) == 0) {
                    ledger.submit(new RetireWorker(worker, "its process is gone"));
                    worker = register(number, ++workers);
                    POOLS.forEach(each -> ledger.submit(new Sweep(each, true)));
                } else {
                    granted.grants().forEach(grant -> answer(grant, random));
                }
            }
        }
        return request;
    }

    private WorkerId register(int number, int start) {
        WorkerId worker = new WorkerId("w" + number + "-" + start);
        ledger.submit(new RegisterWorker(WorkerOffer.of(worker, Set.copyOf(POOLS), Set.of("mail"), 100)));
        return worker;
    }

    private void answer(Grant grant, Random random) {
        int drawn = random.nextInt(5);
        if (drawn == 0) {
            ledger.submit(new Settle(grant.work(), grant.fence(), SECRET, Hands.NOT_STARTED));
            return;
        }
        if (drawn == 1) {
            ledger.submit(new Cancel(grant.work(), "ann", "changed"));
        }
        ledger.submit(new Settle(grant.work(), grant.fence(), SECRET, new Answer.Succeeded(Payload.EMPTY)));
        left.decrementAndGet();
    }
}
