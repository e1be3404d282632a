// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a registry has, as text to compare: {@code submissions{kind=a,outcome=admitted,pool=p}}. */
final class Collected {
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    /** Counters that were counted, of this name. */
    Map<String, Double> counters(Instrument instrument) {
        Map<String, Double> found = new TreeMap<>();
        registry.find(instrument.label()).counters().forEach((Counter each) -> found.put(tags(each), each.count()));
        return found;
    }

    /** Gauges of this name. */
    Map<String, Double> gauges(Instrument instrument) {
        Map<String, Double> found = new TreeMap<>();
        registry.find(instrument.label()).gauges().forEach((Gauge each) -> found.put(tags(each), each.value()));
        return found;
    }

    private static String tags(Meter meter) {
        return meter.getId().getTags().stream()
                .map((Tag tag) -> tag.getKey() + "=" + tag.getValue())
                .sorted()
                .collect(Collectors.joining(","));
    }
}
