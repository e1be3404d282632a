// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** PF-061: what is uncertain for too long, and what it keeps of domains, can be alarmed on. */
@Timeout(60)
@ExtendWith(QuietLog.class)
class UncertaintyGaugesTest {
    private final Collected collected = new Collected();
    private final ManualClock clock = new ManualClock();

    @Test
    void theyShowWhatIsEscalatedQuarantinedAndFreed() {
        PoolPolicy policy = PoolPolicy.DEFAULT
                .change()
                .domains(Map.of("db", new DomainLimit(OptionalLong.of(2), new TreeMap<>(Map.of("cpu", 8L)))))
                .escalateAfter(Duration.ofMinutes(10))
                .build();
        try (MeteredLedger ledger = MeteredLedger.over(
                MemoryLedger.create(clock), MicrometerTelemetry.in(collected.registry), Duration.ofDays(1))) {
            Scene scene = new Scene(ledger).define(policy).register("a");
            for (String key : new String[] {"one", "two"}) {
                scene.submit(Scene.unit("a", key)
                        .guarantee(Guarantee.RECONCILED)
                        .recovery(Recovery.RECONCILE_BEFORE_REDISPATCH)
                        .demand("cpu", 3)
                        .domain("db"));
            }
            for (Grant grant : scene.claim(2)) {
                scene.settle(grant, new Answer.Released(Evidence.UNKNOWN, "no idea", Optional.empty()));
            }
            ledger.refresh();

            assertThat(collected.gauges(Instrument.POOL_ESCALATED)).isEqualTo(Map.of("pool=p", 0.0));
            assertThat(collected.gauges(Instrument.DOMAIN_CLAIMS_USED)).isEqualTo(Map.of("domain=db,pool=p", 0.0));
            assertThat(collected.gauges(Instrument.DOMAIN_CLAIMS_QUARANTINED))
                    .isEqualTo(Map.of("domain=db,pool=p", 1.0));
            assertThat(collected.gauges(Instrument.DOMAIN_CLAIMS_FREED)).isEqualTo(Map.of("domain=db,pool=p", 1.0));
            assertThat(collected.gauges(Instrument.DOMAIN_RESOURCE_QUARANTINED))
                    .isEqualTo(Map.of("domain=db,pool=p,resource=cpu", 4.0));
            assertThat(collected.gauges(Instrument.DOMAIN_RESOURCE_FREED))
                    .isEqualTo(Map.of("domain=db,pool=p,resource=cpu", 2.0));

            clock.advance(Duration.ofMinutes(10));
            ledger.refresh();

            assertThat(collected.gauges(Instrument.POOL_ESCALATED)).isEqualTo(Map.of("pool=p", 2.0));
        }
    }
}
