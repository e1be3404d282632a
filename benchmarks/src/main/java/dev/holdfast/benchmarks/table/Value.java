// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** What a measurement gave, or why it gave nothing. */
sealed interface Value {
    /** @param of what was measured */
    record Measured(double amount, String of) implements Value {}

    record Absent(String why) implements Value {}

    /** The largest that was measured; absent only when all are. */
    static Value highest(Value... values) {
        return extreme(values, Comparator.comparingDouble(Measured::amount));
    }

    /** The smallest that was measured; absent only when all are. */
    static Value lowest(Value... values) {
        return extreme(values, Comparator.comparingDouble(Measured::amount).reversed());
    }

    private static Value extreme(Value[] values, Comparator<Measured> order) {
        return Arrays.stream(values)
                .filter(Measured.class::isInstance)
                .map(Measured.class::cast)
                .max(order)
                .<Value>map(best -> best)
                .orElse(values[0]);
    }

    /** The middle of the same value in several turns; with an even number of them the lower of the two. */
    static Value median(List<Value> turns) {
        List<Measured> measured = turns.stream()
                .filter(Measured.class::isInstance)
                .map(Measured.class::cast)
                .sorted(Comparator.comparingDouble(Measured::amount))
                .toList();
        return measured.isEmpty() ? turns.getFirst() : measured.get((measured.size() - 1) / 2);
    }
}
