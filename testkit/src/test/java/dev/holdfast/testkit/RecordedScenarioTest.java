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
import dev.holdfast.core.ledger.Recording;
import dev.holdfast.core.ledger.RecordingLedger;
import dev.holdfast.core.ledger.ScenarioMaker;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecordedScenarioTest {
    private static final PoolId POOL = new PoolId("p");
    private static final WorkerId WORKER = new WorkerId("w");
    private static final ClaimSecret SECRET = new ClaimSecret(7, 9);

    /** A worker claims, its lease runs out, and its answer is accepted all the same. */
    private static Recording recording() {
        ManualClock clock = new ManualClock();
        try (RecordingLedger ledger = new RecordingLedger(MemoryLedger.create(clock), clock, 100)) {
            ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT.withLease(Duration.ofSeconds(5))));
            ledger.submit(new RegisterWorker(WorkerOffer.of(WORKER, Set.of(POOL), Set.of("mail"), 1)));
            ledger.submit(new Submit(
                    POOL,
                    Submission.of("mail", new IdempotencyKey("a"))
                            .id(new WorkId("a"))
                            .build()));
            ClaimDecision claimed = ledger.submit(new ClaimWork(POOL, WORKER, new RequestId(0, 0, 1), SECRET, 1));
            Fence fence = ((ClaimDecision.Granted) claimed).grants().getFirst().fence();
            clock.advance(Duration.ofSeconds(6));
            ledger.submit(new Sweep(POOL, true));
            Settle settle = new Settle(new WorkId("a"), fence, SECRET, new Answer.Succeeded(Payload.EMPTY));
            ledger.submit(settle);
            ledger.submit(settle);
            return ledger.recording();
        }
    }

    @Test
    void aRecordingBecomesAScenarioThatShowsTheSameAgain() {
        ScenarioMaker maker =
                ServiceLoader.load(ScenarioMaker.class).findFirst().orElseThrow();
        ScenarioMaker.Made made = maker.make("an answer after the loss", recording());
        assertThat(made.decisions()).isEqualTo(7);
        assertThat(made.same()).isEqualTo(7);
        assertThat(made.scenario())
                .startsWith("# an answer after the loss\n")
                .containsSubsequence(
                        "> claim p w",
                        "secret=s1",
                        "> advance 6s",
                        "> sweep p now",
                        "lost=1",
                        "> settle a 1.1 succeeded")
                .contains("Repeated")
                .doesNotContain("cannot say");
    }

    @Test
    void aRecordingThatDoesNotBeginAtTheBeginningSaysSo() {
        Recording whole = recording();
        Recording rest = new Recording(whole.authority(), 3, whole.recorded().subList(3, 7));
        ScenarioMaker.Made made = new RecordedScenario().make("the rest", rest);
        assertThat(made.scenario()).contains("# 3 older commands are not in the recording");
        assertThat(made.decisions()).isEqualTo(4);
        assertThat(made.same()).isZero();
    }
}
