// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Query;
import dev.holdfast.core.ledger.ForwardingLedger;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.DrainWorker;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** PF-079. Gauges show the pools as the last refresh found them. */
@Timeout(60)
@ExtendWith(QuietLog.class)
class GaugesTest {
    private static final Duration NEVER = Duration.ofDays(1);

    private final Collected collected = new Collected();
    private final ManualClock clock = new ManualClock();

    private static PoolPolicy limited() {
        return PoolPolicy.DEFAULT
                .withMaxLiveClaims(50)
                .withCapacity(Map.of("cpu", 8L))
                .withDomains(Map.of("db", DomainLimit.claims(3)));
    }

    @Test
    void theyShowCountsLimitsUseAgeAndWorkers() {
        try (MeteredLedger ledger =
                MeteredLedger.over(MemoryLedger.create(clock), MicrometerTelemetry.in(collected.registry), NEVER)) {
            Scene scene = new Scene(ledger).define(limited()).register("a");
            scene.submit(Scene.unit("a", "one").demand("cpu", 5).domain("db"));
            scene.claim(1);
            scene.submit(Scene.unit("a", "two").delay(Duration.ofSeconds(30)));
            scene.submit(Scene.unit("a", "three").delay(Duration.ofSeconds(10)));
            ledger.submit(new DrainWorker(Scene.WORKER, true, "ann", "old"));
            ledger.submit(new PausePool(Scene.POOL, true, "ann", "busy"));
            clock.advance(Duration.ofSeconds(15));

            ledger.refresh();

            assertThat(collected.gauges(Instrument.POOL_UNITS))
                    .hasSize(8)
                    .containsEntry("pool=p,state=claimed", 1.0)
                    .containsEntry("pool=p,state=queued", 2.0)
                    .containsEntry("pool=p,state=succeeded", 0.0);
            assertThat(collected.gauges(Instrument.POOL_OLDEST_DUE)).isEqualTo(Map.of("pool=p", 5.0));
            assertThat(collected.gauges(Instrument.POOL_PAUSED)).isEqualTo(Map.of("pool=p", 1.0));
            assertThat(collected.gauges(Instrument.POOL_CLAIMS_USED)).isEqualTo(Map.of("pool=p", 1.0));
            assertThat(collected.gauges(Instrument.POOL_CLAIMS_LIMIT)).isEqualTo(Map.of("pool=p", 50.0));
            assertThat(collected.gauges(Instrument.POOL_RESOURCE_USED)).isEqualTo(Map.of("pool=p,resource=cpu", 5.0));
            assertThat(collected.gauges(Instrument.POOL_RESOURCE_LIMIT)).isEqualTo(Map.of("pool=p,resource=cpu", 8.0));
            assertThat(collected.gauges(Instrument.DOMAIN_CLAIMS_USED)).isEqualTo(Map.of("domain=db,pool=p", 1.0));
            assertThat(collected.gauges(Instrument.DOMAIN_CLAIMS_LIMIT)).isEqualTo(Map.of("domain=db,pool=p", 3.0));
            assertThat(collected.gauges(Instrument.POOL_WORKERS))
                    .containsEntry("pool=p,state=draining", 1.0)
                    .containsEntry("pool=p,state=accepting", 0.0);

            clock.advance(Duration.ofMinutes(5));
            ledger.refresh();

            assertThat(collected.gauges(Instrument.POOL_OLDEST_DUE)).isEqualTo(Map.of("pool=p", 305.0));
            assertThat(collected.gauges(Instrument.POOL_WORKERS)).containsEntry("pool=p,state=dead", 1.0);
        }
        assertThat(collected.gauges(Instrument.POOL_UNITS)).as("after the end").isEmpty();
    }

    /** A database that hangs holds up the refresh, and nobody else. */
    @Test
    void whoLooksNeverWaitsForTheLedger() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        var hanging = new ForwardingLedger(MemoryLedger.create(clock)) {
            @Override
            public <R> R ask(Query<R> query) {
                asked.countDown();
                awaitUninterruptibly(answer);
                return super.ask(query);
            }
        };
        try (MeteredLedger ledger =
                MeteredLedger.over(hanging, MicrometerTelemetry.in(collected.registry), Duration.ofMillis(1))) {
            new Scene(ledger).define(limited());
            asked.await();

            assertThat(collected.gauges(Instrument.POOL_UNITS)).isEmpty();
            assertThat(collected.counters(Instrument.COMMANDS)).isNotEmpty();
        } finally {
            answer.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theRefreshGoesOnByItselfAfterAFailure() throws Exception {
        CountDownLatch asks = new CountDownLatch(3);
        var failing = new ForwardingLedger(MemoryLedger.create(clock)) {
            @Override
            public <R> R ask(Query<R> query) {
                asks.countDown();
                throw new LedgerUnavailable("away, says the test", new IllegalStateException());
            }
        };
        try (MeteredLedger ledger =
                MeteredLedger.over(failing, MicrometerTelemetry.in(collected.registry), Duration.ofMillis(1))) {
            asks.await();
            ledger.refresh();

            assertThat(collected
                            .registry
                            .get("holdfast.snapshots")
                            .tags("outcome", "failed")
                            .counter()
                            .count())
                    .isGreaterThanOrEqualTo(3);
            assertThat(collected.gauges(Instrument.POOL_UNITS)).isEmpty();
        }
    }
}
