// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.LongHistogram;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleGauge;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Metrics and spans by OpenTelemetry, under the scope {@value Telemetry#SCOPE}.
 *
 * <p>Spans are {@code submit}, {@code claim}, {@code run} and {@code settle}. A submission carries the context of its span
 * through the ledger, unless its submitter has given it one; the run links to it, and its settlement belongs to the run.
 * During a handler the span of its run is current. Thread-safe.
 */
public final class OpenTelemetryTelemetry extends Telemetry {
    private static final double NANOS = 1e9;

    /** From a memory ledger to a long run, in seconds. */
    private static final List<Double> SECONDS =
            List.of(0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 60.0, 300.0, 3_600.0);

    private static final List<Long> SIZES = List.of(1L, 2L, 3L, 5L, 10L, 20L, 50L, 100L, 200L, 500L, 1_000L);

    private final Meter meter;
    private final Traces traces;
    private final Map<Instrument, List<Observation>> shown = new ConcurrentHashMap<>();
    private final Map<Instrument, ObservableDoubleGauge> gauges = new ConcurrentHashMap<>();

    /** A reading as it is exported. */
    private record Observation(Attributes attributes, double amount) {}

    private OpenTelemetryTelemetry(Meter meter, Traces traces) {
        this.meter = meter;
        this.traces = traces;
    }

    public static OpenTelemetryTelemetry in(OpenTelemetry openTelemetry) {
        return new OpenTelemetryTelemetry(
                openTelemetry.getMeter(SCOPE), new SpanTraces(openTelemetry.getTracer(SCOPE)));
    }

    @Override
    Series series(Instrument instrument, List<String> values) {
        Attributes attributes = attributes(instrument, values);
        return switch (instrument.type()) {
            case COUNTER -> {
                LongCounter counter = meter.counterBuilder(instrument.label())
                        .setDescription(instrument.meaning())
                        .setUnit(instrument.unit())
                        .build();
                yield amount -> counter.add(amount, attributes);
            }
            case TIMER -> {
                DoubleHistogram histogram = meter.histogramBuilder(instrument.label())
                        .setDescription(instrument.meaning())
                        .setUnit(instrument.unit())
                        .setExplicitBucketBoundariesAdvice(SECONDS)
                        .build();
                yield nanos -> histogram.record(nanos / NANOS, attributes);
            }
            case DISTRIBUTION -> {
                LongHistogram histogram = meter.histogramBuilder(instrument.label())
                        .ofLongs()
                        .setDescription(instrument.meaning())
                        .setUnit(instrument.unit())
                        .setExplicitBucketBoundariesAdvice(SIZES)
                        .build();
                yield amount -> histogram.record(amount, attributes);
            }
            case GAUGE -> throw new IllegalArgumentException(instrument.label() + " is a gauge");
        };
    }

    @Override
    void show(Instrument gauge, List<Reading> readings) {
        shown.put(
                gauge,
                readings.stream()
                        .map(reading -> new Observation(attributes(gauge, reading.values()), reading.amount()))
                        .toList());
        gauges.computeIfAbsent(gauge, this::gauge);
    }

    private ObservableDoubleGauge gauge(Instrument gauge) {
        return meter.gaugeBuilder(gauge.label())
                .setDescription(gauge.meaning())
                .setUnit(gauge.unit())
                .buildWithCallback(measurement -> observe(gauge, measurement));
    }

    private void observe(Instrument gauge, ObservableDoubleMeasurement measurement) {
        shown.getOrDefault(gauge, List.of()).forEach(each -> measurement.record(each.amount(), each.attributes()));
    }

    @Override
    Traces traces() {
        return traces;
    }

    private static Attributes attributes(Instrument instrument, List<String> values) {
        AttributesBuilder attributes = Attributes.builder();
        for (int i = 0; i < values.size(); i++) {
            attributes.put(instrument.tags().get(i).label(), values.get(i));
        }
        return attributes.build();
    }
}
