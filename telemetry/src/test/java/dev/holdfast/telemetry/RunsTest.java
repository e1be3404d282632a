// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.Outcome;
import dev.holdfast.WorkerOptions;
import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Grant;
import dev.holdfast.runtime.spi.Listener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker's runs, as its listener sees them. */
@Timeout(60)
class RunsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(50);

    private final Collected collected = new Collected();

    @Test
    void durationByAnswerAndAttempts() throws Exception {
        List<Integer> attempts = new CopyOnWriteArrayList<>();
        Listener next = new Listener() {
            @Override
            public void started(Grant grant) {
                attempts.add(grant.attempt());
            }
        };
        try (MeteredLedger ledger = MeteredLedger.over(
                        MemoryLedger.create(LedgerClock.system()), MicrometerTelemetry.in(collected.registry));
                Holdfast holdfast = Holdfast.over(ledger)) {
            holdfast.handle(
                    "twice",
                    String.class,
                    (payload, context) ->
                            context.attempt() < 2 ? Outcome.retryAfter(Duration.ZERO, "not yet") : Outcome.done());
            holdfast.start(WorkerOptions.DEFAULT.withListener(ledger.listener(next)));
            assertThat(holdfast.submit("twice", "x").await(PATIENCE)).isPresent();
        }

        assertThat(attempts).containsExactly(1, 2);
        assertThat(collected.registry.get("holdfast.run.attempt").summary().totalAmount())
                .isEqualTo(3);
        for (String answer : List.of("released", "succeeded")) {
            assertThat(collected
                            .registry
                            .get("holdfast.run.duration")
                            .tags("pool", "default", "kind", "twice", "answer", answer)
                            .timer()
                            .count())
                    .as(answer)
                    .isEqualTo(1);
        }
    }

    @Test
    void lostClaimsAndTrouble() {
        try (MeteredLedger ledger = MeteredLedger.over(
                MemoryLedger.create(LedgerClock.system()), MicrometerTelemetry.in(collected.registry))) {
            Listener listener = ledger.listener();
            listener.lost(new WorkId("never seen"), Fence.of(1, 1));
            listener.trouble("anything", new IllegalStateException());
        }

        assertThat(collected.counters(Instrument.RUNS_LOST)).containsEntry("kind=unknown,pool=unknown", 1.0);
        assertThat(collected.counters(Instrument.TROUBLES)).containsEntry("", 1.0);
    }
}
