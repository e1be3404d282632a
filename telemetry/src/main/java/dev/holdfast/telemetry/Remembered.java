// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A map that forgets what was put first when it is full. Thread-safe. */
final class Remembered<K, V> {
    private final int most;
    private final LinkedHashMap<K, V> entries = new LinkedHashMap<>();

    Remembered(int most) {
        this.most = most;
    }

    /** @return what was there */
    synchronized Optional<V> put(K key, V value) {
        Optional<V> before = Optional.ofNullable(entries.remove(key));
        entries.put(key, value);
        if (entries.size() > most) {
            entries.pollFirstEntry();
        }
        return before;
    }

    synchronized Optional<V> get(K key) {
        return Optional.ofNullable(entries.get(key));
    }

    synchronized Optional<V> remove(K key) {
        return Optional.ofNullable(entries.remove(key));
    }

    /** Changes what is there, if anything is. */
    synchronized void change(K key, UnaryOperator<V> change) {
        entries.computeIfPresent(key, (same, value) -> change.apply(value));
    }

    synchronized Map<K, V> copy() {
        return Map.copyOf(entries);
    }
}
