// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.RetireWorker;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What was decided is counted as what it is. */
class DispositionsTest {
    private static final Answer DONE = new Answer.Succeeded(Payload.EMPTY);

    private static final Duration NEVER = Duration.ofDays(1);

    private final Collected collected = new Collected();
    private final ManualClock clock = new ManualClock();
    private final MeteredLedger ledger =
            MeteredLedger.over(MemoryLedger.create(clock), MicrometerTelemetry.in(collected.registry), NEVER);
    private final Scene scene = new Scene(ledger).define(PoolPolicy.DEFAULT).register("a", "b");

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    void submissionsByOutcome() {
        scene.submit(Scene.unit("a", "one"));
        scene.submit(Scene.unit("a", "one"));
        scene.submit(Scene.unit("b", "one"));
        scene.submit(Scene.unit("unheard", "two").demand("nothing", 1));
        ledger.submit(new Submit(new PoolId("nowhere"), Scene.unit("a", "one").build()));

        assertThat(collected.counters(Instrument.SUBMISSIONS))
                .isEqualTo(Map.of(
                        "kind=a,outcome=admitted,pool=p", 1.0,
                        "kind=a,outcome=repeated,pool=p", 1.0,
                        "kind=other,outcome=conflict,pool=p", 1.0,
                        "kind=other,outcome=undefined,pool=p", 1.0,
                        "kind=a,outcome=pool-unknown,pool=other", 1.0));
    }

    @Test
    void aClaimThatIsSentAgainGrantsNothingNew() {
        scene.submit(Scene.unit("a", "one"));
        scene.submit(Scene.unit("b", "two"));
        RequestId request = scene.newRequest();

        scene.claim(request, 10);
        scene.claim(request, 10);
        scene.claim(10);

        assertThat(collected.counters(Instrument.CLAIMS))
                .isEqualTo(Map.of("outcome=granted,pool=p", 2.0, "outcome=nothing-waits,pool=p", 1.0));
        assertThat(collected.counters(Instrument.GRANTS)).isEqualTo(Map.of("kind=a,pool=p", 1.0, "kind=b,pool=p", 1.0));
        assertThat(collected.registry.get("holdfast.claim.size").summary().max())
                .isEqualTo(2);
    }

    @Test
    void theDelayUntilTheFirstClaimIsWithoutTheOneThatWasAskedFor() {
        scene.submit(Scene.unit("a", "one").delay(Duration.ofSeconds(10)));
        clock.advance(Duration.ofSeconds(17));
        Grant first = scene.claim(1).getFirst();
        scene.settle(first, new Answer.Released(Evidence.NOT_APPLIED, "later", Optional.of(Duration.ZERO)));
        clock.advance(Duration.ofSeconds(1));
        assertThat(scene.claim(1)).hasSize(1);
        ledger.refresh();
        ledger.refresh();

        var delays = collected.registry.get("holdfast.claim.delay").tags("pool", "p", "kind", "a");
        assertThat(delays.timer().count()).isEqualTo(1);
        assertThat(delays.timer().totalTime(TimeUnit.SECONDS)).isEqualTo(7);
    }

    @Test
    void settlementsByAnswerAndOutcome() {
        scene.submit(Scene.unit("a", "one"));
        scene.submit(Scene.unit("b", "two"));
        List<Grant> grants = scene.claim(2);

        scene.settle(grants.get(0), DONE);
        ledger.submitAll(List.of(
                Scene.settlement(grants.get(1), new Answer.Released(Evidence.NOT_APPLIED, "x", Optional.empty())),
                Scene.settlement(grants.get(1), DONE)));

        assertThat(collected.counters(Instrument.SETTLEMENTS))
                .isEqualTo(Map.of(
                        "answer=succeeded,kind=a,outcome=accepted,pool=p", 1.0,
                        "answer=released,kind=b,outcome=accepted,pool=p", 1.0,
                        "answer=succeeded,kind=unknown,outcome=conflict,pool=unknown", 1.0));
        assertThat(collected.counters(Instrument.COMMANDS))
                .containsEntry("command=settle,outcome=accepted", 2.0)
                .containsEntry("command=register-worker,outcome=registered", 1.0);
        assertThat(collected
                        .registry
                        .get("holdfast.call.duration")
                        .tags("command", "settle", "outcome", "answered")
                        .timer()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void leasesByWhatWorkersAreToldAndSweepsFind() {
        scene.submit(Scene.unit("a", "one"));
        scene.submit(Scene.unit("a", "two").startBy(Duration.ofSeconds(5)));
        Hold hold = new Hold(Duration.ofSeconds(5), Hold.Then.WITHDRAW);
        ledger.submit(Submit.held(Scene.POOL, Scene.unit("a", "three").build(), hold));
        Grant grant = scene.claim(1).getFirst();
        ledger.submit(new Cancel(grant.work(), "ann", "no"));
        ledger.submit(new Heartbeat(
                Scene.WORKER,
                true,
                Holdings.digest(List.of(new Holdings.Holding(grant.work(), grant.fence()))),
                Set.of()));
        ledger.submit(new RetireWorker(Scene.WORKER, "gone"));
        clock.advance(Duration.ofSeconds(6));
        ledger.submit(new Sweep(Scene.POOL, true));

        assertThat(collected.counters(Instrument.DIRECTIVES)).isEqualTo(Map.of("directive=cancel-claim", 1.0));
        assertThat(collected.counters(Instrument.SWEPT_CLAIMS)).isEqualTo(Map.of("pool=p", 1.0));
        assertThat(collected.counters(Instrument.SWEPT_LATE)).isEqualTo(Map.of("pool=p", 1.0));
        assertThat(collected.counters(Instrument.SWEPT_HOLDS)).isEqualTo(Map.of("pool=p", 1.0));
        assertThat(collected.counters(Instrument.ENDS))
                .isEqualTo(Map.of(
                        "by=cancel,kind=a,pool=p,status=cancelled", 1.0,
                        "by=sweep,kind=a,pool=p,status=cancelled", 1.0,
                        "by=sweep,kind=a,pool=p,status=failed", 1.0));
    }
}
