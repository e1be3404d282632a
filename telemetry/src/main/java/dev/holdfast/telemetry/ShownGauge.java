// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import io.micrometer.core.instrument.MultiGauge;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * A gauge in a Micrometer registry. Series that are shown again stay registered and change their amount, so that nobody who
 * looks meanwhile misses one. Thread-safe.
 */
final class ShownGauge {
    private final Instrument gauge;
    private final MultiGauge rows;
    private Map<List<String>, AtomicReference<Double>> shown = Map.of();

    ShownGauge(Instrument gauge, MultiGauge rows) {
        this.gauge = gauge;
        this.rows = rows;
    }

    synchronized void show(List<Reading> readings) {
        Map<List<String>, AtomicReference<Double>> next = new HashMap<>();
        for (Reading reading : readings) {
            AtomicReference<Double> amount = shown.getOrDefault(reading.values(), new AtomicReference<>(0.0));
            amount.set(reading.amount());
            next.put(reading.values(), amount);
        }
        Stream<MultiGauge.Row<?>> wanted = next.entrySet().stream()
                .map(each -> MultiGauge.Row.of(
                        MicrometerTelemetry.tags(gauge, each.getKey()), each.getValue(), AtomicReference::get));
        rows.register(wanted.toList(), false);
        shown = next;
    }
}
