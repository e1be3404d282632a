// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What the simulation has found in the core, each reduced to the few commands that it takes. */
class FoundBySimulationTest {
    private static final PoolId POOL = new PoolId("pool");
    private static final WorkerId LARGE = new WorkerId("large");
    private static final WorkerId SMALL = new WorkerId("small");
    private static final ClaimSecret SECRET = new ClaimSecret(1, 2);
    private static final String MEMORY = "memory";

    private final AtomicLong time = new AtomicLong(1_000_000_000L);
    private final Ledger ledger = MemoryLedger.create(() -> new Moment(time.get()));
    private long requests;

    /** A sweep forgot the lane of an uncertain unit, which came back into it. */
    @Test
    void anUncertainUnitThatMayRunAgainIsClaimed() {
        start(4);
        submit(unit("mail", "ask").recovery(Recovery.RECONCILE_BEFORE_REDISPATCH));
        Grant first = claim(LARGE, 1).getFirst();
        ledger.submit(new Begin(first.work(), first.fence(), SECRET));
        settle(first, new Answer.Released(Evidence.UNKNOWN, "timeout", Optional.empty()));
        submit(unit("mail", "ann-1").fairnessKey("ann"));
        submit(unit("mail", "ann-2").fairnessKey("ann"));
        assertThat(claim(LARGE, 2)).hasSize(2); // now the lane of the uncertain unit owes nothing and can be forgotten
        ledger.submit(new Sweep(POOL, true));
        ledger.submit(new Resolve(first.work(), first.fence(), new Resolution.NotApplied(), "ticket-7", "ann"));
        assertThat(works(claim(LARGE, 1))).containsExactly(first.work());
    }

    /** Of the parked lanes that have room again a claim saw only the first, which was too large for its worker. */
    @Test
    void aParkedLaneIsNotHiddenByOneThatIsTooLargeForTheWorker() {
        start(4);
        submit(unit("mail", "all").demand(MEMORY, 4));
        Grant all = claim(LARGE, 1).getFirst();
        submit(unit("mail", "three").demand(MEMORY, 3));
        WorkId two = submit(unit("mail", "two").demand(MEMORY, 2));
        assertThat(claim(LARGE, 2)).isEmpty();
        settle(all, new Answer.Succeeded(Payload.EMPTY));
        assertThat(works(claim(SMALL, 1))).containsExactly(two);
    }

    /** Where the load of a class was cut between two lanes of one key, the second lost its turn. */
    @Test
    void aKeyGoesOnWithItsOldestUnitWhereverTheLoadWasCut() {
        start(1);
        submit(unit("mail", "first").demand(MEMORY, 1));
        claim(LARGE, 1);
        submit(unit("mail", "lacking").demand(MEMORY, 1));
        WorkId older = submit(unit("mail", "older"));
        submit(unit("build", "younger"));
        assertThat(works(claim(LARGE, 1))).containsExactly(older);
    }

    /** A heartbeat from before the claim, long on its way, took back what its worker had begun. */
    @Test
    void aHeartbeatThatIsLateDoesNotRequeueWhatHasBegun() {
        start(4);
        WorkId work = submit(unit("mail", "ask").recovery(Recovery.RECONCILE_BEFORE_REDISPATCH));
        Grant grant = claim(LARGE, 1).getFirst();
        ledger.submit(new Begin(grant.work(), grant.fence(), SECRET));
        Holdings held = Holdings.digest(List.of(new Holdings.Holding(grant.work(), grant.fence())));
        time.addAndGet(20_000_000);
        ledger.submit(new Heartbeat(LARGE, true, held, Set.of()));
        time.addAndGet(20_000_000);
        ledger.submit(new Heartbeat(LARGE, true, new Holdings.Listed(List.of()), Set.of()));
        assertThat(ledger.ask(new Inspect(work)).orElseThrow().status()).isNotEqualTo(Status.QUEUED);
    }

    private void start(long memory) {
        ledger.submit(new DefinePool(
                POOL, PoolPolicy.DEFAULT.withCapacity(Map.of(MEMORY, memory)).withLease(Duration.ofSeconds(30))));
        WorkerOffer large = WorkerOffer.of(LARGE, Set.of(POOL), Set.of("mail", "build"), 9);
        ledger.submit(new RegisterWorker(large.withResources(Map.of(MEMORY, 4L))));
        WorkerOffer small = WorkerOffer.of(SMALL, Set.of(POOL), Set.of("mail", "build"), 9);
        ledger.submit(new RegisterWorker(small.withResources(Map.of(MEMORY, 2L))));
    }

    private static Submission.Builder unit(String kind, String key) {
        return Submission.of(kind, new IdempotencyKey(key));
    }

    private WorkId submit(Submission.Builder unit) {
        Submission submission = unit.build();
        ledger.submit(new Submit(POOL, submission));
        return WorkId.derived(POOL, submission.key());
    }

    private List<Grant> claim(WorkerId worker, int most) {
        return ledger.submit(new ClaimWork(POOL, worker, new RequestId(0, 0, ++requests), SECRET, most))
                        instanceof ClaimDecision.Granted granted
                ? granted.grants()
                : List.of();
    }

    private void settle(Grant grant, Answer answer) {
        ledger.submit(new Settle(grant.work(), grant.fence(), SECRET, answer));
    }

    private static List<WorkId> works(List<Grant> grants) {
        return grants.stream().map(Grant::work).toList();
    }
}
