// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Named settings of one measurement, written {@code name=value}. Immutable. */
public record Arguments(Map<String, String> values) {
    public static final Arguments NONE = new Arguments(Map.of());

    public Arguments {
        values = Map.copyOf(values);
    }

    /** @throws IllegalArgumentException when one has no equals sign */
    public static Arguments parse(List<String> words) {
        Map<String, String> values = new TreeMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("a setting is written name=value, not '" + word + "'");
            }
            values.put(word.substring(0, equals), word.substring(equals + 1));
        }
        return new Arguments(values);
    }

    public Arguments with(String name, Object value) {
        Map<String, String> changed = new TreeMap<>(values);
        changed.put(name, value.toString());
        return new Arguments(changed);
    }

    public Arguments without(String name) {
        Map<String, String> changed = new TreeMap<>(values);
        changed.remove(name);
        return new Arguments(changed);
    }

    /** These, and those of {@code other}, which win. */
    public Arguments and(Arguments other) {
        Map<String, String> changed = new TreeMap<>(values);
        changed.putAll(other.values);
        return new Arguments(changed);
    }

    public String text(String name, String fallback) {
        return values.getOrDefault(name, fallback);
    }

    public int number(String name, int fallback) {
        return Integer.parseInt(text(name, Integer.toString(fallback)));
    }

    public double decimal(String name, double fallback) {
        return Double.parseDouble(text(name, Double.toString(fallback)));
    }

    public boolean flag(String name, boolean fallback) {
        return Boolean.parseBoolean(text(name, Boolean.toString(fallback)));
    }

    /** As {@link #parse} reads them, in order of their names. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        new TreeMap<>(values).forEach((name, value) -> words.add(name + "=" + value));
        return words;
    }
}
