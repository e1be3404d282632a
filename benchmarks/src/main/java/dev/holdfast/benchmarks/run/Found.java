// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** What the processes of one measurement told: a name, and a value for each window. */
public record Found(Map<String, List<Double>> values) {
    /** The middle of the windows; with an even number of them the lower of the two. */
    public OptionalDouble median(String name) {
        double[] sorted = values.getOrDefault(name, List.of()).stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        return sorted.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(sorted[(sorted.length - 1) / 2]);
    }

    /** Of processes that worked side by side: their rates added window by window, of the rest the mean. */
    public static Found together(List<Found> processes) {
        Map<String, List<Double>> sums = new HashMap<>();
        for (Found process : processes) {
            process.values.forEach((name, windows) -> sums.merge(name, windows, Found::add));
        }
        sums.replaceAll((name, windows) -> name.equals("rate")
                ? windows
                : windows.stream().map(sum -> sum / processes.size()).toList());
        return new Found(sums);
    }

    /** A window that one process left out is left out. */
    private static List<Double> add(List<Double> one, List<Double> other) {
        double[] sums = new double[Math.min(one.size(), other.size())];
        Arrays.setAll(sums, i -> one.get(i) + other.get(i));
        List<Double> list = new ArrayList<>();
        Arrays.stream(sums).forEach(list::add);
        return list;
    }
}
