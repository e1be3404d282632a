// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What happened, counted by name: {@code steps}; {@code grants}; {@code settles}; {@code answer Settle StaleFence} and so
 * on for each decision of each command; {@code fault request lost} and so on; {@code sometimes ...} for situations that a
 * good run reaches. Not thread-safe.
 */
public final class Statistics {
    private final SortedMap<String, Long> counts = new TreeMap<>();

    /** Nothing counted yet. */
    public Statistics() {}

    /** How often; zero when never. */
    public long of(String name) {
        return counts.getOrDefault(name, 0L);
    }

    /** Adds the counts of another history to these. */
    public void addAll(Statistics other) {
        other.counts.forEach((name, count) -> counts.merge(name, count, Long::sum));
    }

    void count(String name) {
        count(name, 1);
    }

    void count(String name, long add) {
        counts.merge(name, add, Long::sum);
    }

    void sometimes(String situation) {
        count("sometimes " + situation);
    }

    /** One line for each count. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        counts.forEach((name, count) -> text.append("%9d  %s%n".formatted(count, name)));
        return text.toString();
    }
}
