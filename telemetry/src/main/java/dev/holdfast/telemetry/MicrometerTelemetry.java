// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Metrics in a Micrometer registry. Timers and distributions have count, sum and maximum; who wants histograms switches
 * them on with a filter of the registry, for the names that start with {@code holdfast.}. Thread-safe.
 */
public final class MicrometerTelemetry extends Telemetry {
    private final MeterRegistry registry;
    private final Map<Instrument, ShownGauge> gauges = new ConcurrentHashMap<>();

    private MicrometerTelemetry(MeterRegistry registry) {
        this.registry = registry;
    }

    public static MicrometerTelemetry in(MeterRegistry registry) {
        return new MicrometerTelemetry(registry);
    }

    @Override
    Series series(Instrument instrument, List<String> values) {
        Tags tags = tags(instrument, values);
        return switch (instrument.type()) {
            case COUNTER -> {
                Counter counter = Counter.builder(instrument.label())
                        .description(instrument.meaning())
                        .tags(tags)
                        .register(registry);
                yield counter::increment;
            }
            case TIMER -> {
                Timer timer = Timer.builder(instrument.label())
                        .description(instrument.meaning())
                        .tags(tags)
                        .register(registry);
                yield nanos -> timer.record(nanos, TimeUnit.NANOSECONDS);
            }
            case DISTRIBUTION -> {
                DistributionSummary distribution = DistributionSummary.builder(instrument.label())
                        .description(instrument.meaning())
                        .tags(tags)
                        .register(registry);
                yield distribution::record;
            }
            case GAUGE -> throw new IllegalArgumentException(instrument.label() + " is a gauge");
        };
    }

    @Override
    void show(Instrument gauge, List<Reading> readings) {
        gauges.computeIfAbsent(gauge, this::gauge).show(readings);
    }

    private ShownGauge gauge(Instrument gauge) {
        MultiGauge.Builder builder = MultiGauge.builder(gauge.label()).description(gauge.meaning());
        MultiGauge rows = (gauge.unit().equals("s") ? builder.baseUnit("seconds") : builder).register(registry);
        return new ShownGauge(gauge, rows);
    }

    @Override
    Traces traces() {
        return Traces.NONE;
    }

    static Tags tags(Instrument instrument, List<String> values) {
        Tags tags = Tags.empty();
        for (int i = 0; i < values.size(); i++) {
            tags = tags.and(instrument.tags().get(i).label(), values.get(i));
        }
        return tags;
    }
}
