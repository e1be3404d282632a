// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.HolderRefusal;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.testkit.Invariants;
import dev.holdfast.testkit.ManualClock;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A holder that lost its claim answers when somebody else has succeeded already: found by {@code KillTest}. */
class LateAnswerTest {
    private static final PoolId POOL = new PoolId("p");
    private static final ClaimSecret SECRET = new ClaimSecret(1, 2);
    private static final Answer DONE = new Answer.Succeeded(Payload.text("done"));

    @Test
    void theClaimThatSucceededIsKept() {
        ManualClock clock = new ManualClock();
        try (Schemas schemas = new Schemas();
                Ledger ledger = schemas.open(PostgresOptions.DEFAULT.withClock(clock))) {
            ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
            ledger.submit(new Submit(
                    POOL, Submission.of("kind", new IdempotencyKey("a")).build()));
            Grant first = claim(ledger, "first");
            clock.advance(PoolPolicy.DEFAULT.workerLease().multipliedBy(2));
            ledger.submit(new Sweep(POOL, true));
            clock.advance(PoolPolicy.DEFAULT.workerLease().multipliedBy(2));
            Grant second = claim(ledger, "second");
            assertThat(settle(ledger, second)).isEqualTo(new SettleDecision.Accepted(Status.SUCCEEDED));
            assertThat(settle(ledger, first)).isInstanceOf(HolderRefusal.class);
            Unit unit = ledger.ask(new Inspect(first.work())).orElseThrow();
            assertThat(unit.past())
                    .extracting(past -> past.claim().fence())
                    .containsExactly(first.fence(), second.fence());
            assertThat(unit.past().getFirst().late()).contains(DONE);
            assertThat(unit.past().getLast().end()).isEqualTo(PastClaim.End.ANSWERED);
            assertThat(settle(ledger, second)).isEqualTo(new SettleDecision.Repeated(Status.SUCCEEDED));
            Invariants.check(ledger);
        }
    }

    private static Grant claim(Ledger ledger, String worker) {
        WorkerId id = new WorkerId(worker);
        ledger.submit(new RegisterWorker(WorkerOffer.of(id, Set.of(POOL), Set.of("kind"), 10)));
        ClaimDecision decision =
                ledger.submit(new ClaimWork(POOL, id, new RequestId(0, worker.hashCode(), 1), SECRET, 1));
        assertThat(decision).isInstanceOf(ClaimDecision.Granted.class);
        return ((ClaimDecision.Granted) decision).grants().getFirst();
    }

    private static SettleDecision settle(Ledger ledger, Grant grant) {
        return ledger.submit(new Settle(grant.work(), grant.fence(), SECRET, DONE));
    }
}
