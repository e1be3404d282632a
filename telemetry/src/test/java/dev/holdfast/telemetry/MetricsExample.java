// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.Holdfast;
import dev.holdfast.Outcome;
import dev.holdfast.Submitted;
import dev.holdfast.WorkerOptions;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.WorkState;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** The example of {@code docs/metrics.md}: what stands between the two marks is printed there. */
final class MetricsExample {
    private static final Duration PATIENCE = Duration.ofSeconds(50);

    private MetricsExample() {}

    static WorkState.Ended run(Ledger ledger, MeterRegistry registry) throws InterruptedException {
        Submitted greeting;
        // begin
        try (MeteredLedger metered = MeteredLedger.over(ledger, MicrometerTelemetry.in(registry));
                Holdfast holdfast = Holdfast.over(metered)) {
            holdfast.handle("greet", String.class, (name, context) -> Outcome.done("Hello " + name));
            holdfast.start(WorkerOptions.DEFAULT.withListener(metered.listener()));
            greeting = holdfast.submit("greet", "Ada");
            // end
            return greeting.await(PATIENCE).orElseThrow();
        }
    }
}
