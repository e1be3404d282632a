// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What happened, counted by name: {@code steps}; {@code grants}; {@code settles}; {@code answer Settle StaleFence} and so
 * on for each decision of each command; {@code fault request lost} and so on; {@code sometimes ...} for situations that a
 * good run reaches. Not thread-safe.
 */
public final class Statistics {
    private record Answered(Class<?> command, Class<?> decision) {
        @Override
        public String toString() {
            return "answer %s %s".formatted(command.getSimpleName(), decision.getSimpleName());
        }
    }

    private final SortedMap<String, Long> counts = new TreeMap<>();
    private final Map<Answered, long[]> answers = new HashMap<>();

    /** Nothing counted yet. */
    public Statistics() {}

    /** How often; zero when never. */
    public long of(String name) {
        return all().getOrDefault(name, 0L);
    }

    /** Adds the counts of another history to these. */
    public void addAll(Statistics other) {
        other.all().forEach((name, count) -> counts.merge(name, count, Long::sum));
    }

    void count(String name) {
        count(name, 1);
    }

    void count(String name, long add) {
        counts.merge(name, add, Long::sum);
    }

    void answered(Command<?> command, Decision decision) {
        answers.computeIfAbsent(new Answered(command.getClass(), decision.getClass()), pair -> new long[1])[0]++;
    }

    void sometimes(String situation) {
        count("sometimes " + situation);
    }

    private SortedMap<String, Long> all() {
        SortedMap<String, Long> all = new TreeMap<>(counts);
        answers.forEach((pair, count) -> all.merge(pair.toString(), count[0], Long::sum));
        return all;
    }

    /** One line for each count. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        all().forEach((name, count) -> text.append("%9d  %s%n".formatted(count, name)));
        return text.toString();
    }
}
