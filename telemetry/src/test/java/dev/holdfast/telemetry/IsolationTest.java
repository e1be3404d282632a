// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.Outcome;
import dev.holdfast.Submitted;
import dev.holdfast.WorkerOptions;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Engine;
import dev.holdfast.core.ledger.ForwardingLedger;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.runtime.spi.Listener;
import dev.holdfast.testkit.ManualClock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever throws in telemetry, the work goes on as if there were none. */
@Timeout(60)
@ExtendWith(QuietLog.class)
class IsolationTest {
    private static final Duration PATIENCE = Duration.ofSeconds(50);

    private final AtomicInteger thrown = new AtomicInteger();

    private SimpleMeterRegistry throwing() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public MeterFilterReply accept(Meter.Id id) {
                thrown.incrementAndGet();
                throw new IllegalStateException("no metrics today, says the test");
            }
        });
        return registry;
    }

    private void everythingGoesOn(Telemetry telemetry, Listener next) throws Exception {
        try (MeteredLedger ledger = MeteredLedger.over(MemoryLedger.create(LedgerClock.system()), telemetry);
                Holdfast holdfast = Holdfast.over(ledger)) {
            holdfast.handle("greet", String.class, (name, context) -> Outcome.done("Hello " + name));
            holdfast.start(WorkerOptions.DEFAULT.withListener(ledger.listener(next)));
            Submitted greeting = holdfast.submit("greet", "Ada");

            assertThat(greeting.await(PATIENCE).orElseThrow().status()).isEqualTo(Status.SUCCEEDED);
            assertThat(greeting.result(String.class)).isEqualTo("Hello Ada");
            ledger.refresh();
        }
        assertThat(thrown).hasPositiveValue();
    }

    @Test
    void aRegistryThatThrowsChangesNothing() throws Exception {
        everythingGoesOn(MicrometerTelemetry.in(throwing()), Listener.NONE);
    }

    @Test
    void aListenerThatThrowsChangesNothing() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();

        everythingGoesOn(MicrometerTelemetry.in(registry), new Thrower());

        assertThat(registry.get("holdfast.run.duration")
                        .tags("kind", "greet", "answer", "succeeded")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void whatTheLedgerThrowsIsPassedOn() {
        LedgerUnavailable away = new LedgerUnavailable("away, says the test", new IllegalStateException());
        Ledger failing = new ForwardingLedger(MemoryLedger.create(new ManualClock())) {
            @Override
            public <R extends Decision> R submit(Command<R> command) {
                throw away;
            }
        };
        try (MeteredLedger ledger = MeteredLedger.over(failing, MicrometerTelemetry.in(throwing()))) {
            assertThatThrownBy(() -> ledger.submit(new Sweep(Scene.POOL, true))).isSameAs(away);
        }
        assertThat(thrown).hasPositiveValue();
    }

    @Test
    void aListenerOfEndsThatThrowsHidesNothingFromTheOthers() {
        AtomicInteger told = new AtomicInteger();
        try (Ledger ledger = new Engine(MemoryLedger.shelf(new ManualClock()))) {
            ledger.onEnd(end -> {
                throw new IllegalStateException("not today, says the test");
            });
            Ledger.Subscription second =
                    ledger.onEnd(end -> told.incrementAndGet()).orElseThrow();
            Scene scene = new Scene(ledger).define(PoolPolicy.DEFAULT).register("a");
            scene.submit(Scene.unit("a", "one"));
            scene.submit(Scene.unit("a", "two"));
            Answer done = new Answer.Succeeded(dev.holdfast.core.Payload.EMPTY);

            assertThat(scene.settle(scene.claim(1).getFirst(), done))
                    .isEqualTo(new SettleDecision.Accepted(Status.SUCCEEDED));
            second.close();
            scene.settle(scene.claim(1).getFirst(), done);
        }
        assertThat(told).hasValue(1);
    }

    private final class Thrower implements Listener {
        private IllegalStateException failure() {
            thrown.incrementAndGet();
            return new IllegalStateException("not today, says the test");
        }

        @Override
        public void granted(Grant grant) {
            throw failure();
        }

        @Override
        public void started(Grant grant) {
            throw failure();
        }

        @Override
        public void returned(Grant grant, Optional<Answer> answer) {
            throw failure();
        }

        @Override
        public void settled(Grant grant, Answer answer, SettleDecision decision) {
            throw failure();
        }

        @Override
        public void lost(WorkId work, Fence fence) {
            throw failure();
        }
    }
}
