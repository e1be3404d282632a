// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Adds to series, which it opens once; since tags are bounded, so is what it keeps. Never throws. Thread-safe. */
final class Recorder {
    private final Telemetry telemetry;
    private final Shield shield;
    private final Map<Key, Telemetry.Series> open = new ConcurrentHashMap<>();

    private record Key(Instrument instrument, List<String> values) {}

    Recorder(Telemetry telemetry, Shield shield) {
        this.telemetry = telemetry;
        this.shield = shield;
    }

    void count(Instrument counter, String... values) {
        add(counter, 1, values);
    }

    /**
     * @param amount of a timer, nanoseconds
     * @param values one for each tag of the instrument, in order
     */
    void add(Instrument instrument, long amount, String... values) {
        if (values.length != instrument.tags().size()) {
            throw new IllegalArgumentException(instrument.label() + " has the tags " + instrument.tags());
        }
        Key key = new Key(instrument, List.of(values));
        shield.run(() -> open.computeIfAbsent(key, this::open).add(amount));
    }

    void show(Instrument gauge, List<Reading> readings) {
        shield.run(() -> telemetry.show(gauge, readings));
    }

    private Telemetry.Series open(Key key) {
        return telemetry.series(key.instrument(), key.values());
    }
}
