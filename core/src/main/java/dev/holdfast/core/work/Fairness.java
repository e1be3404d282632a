// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import java.util.Map;
import java.util.SortedMap;

/**
 * How a pool shares its grants between the fairness keys of a band. Of two keys that always have work one with twice the
 * weight of the other gets twice its grants. What a key has queued makes no difference, and a key that has nothing to run
 * takes nothing from the others.
 *
 * @param defaultWeight of every key that is not listed, 1 to {@link #MOST}
 * @param weights by fairness key; the empty text is work of no key; 1 to {@link #MOST} each
 */
public record Fairness(int defaultWeight, SortedMap<String, Integer> weights) {
    /** So that the cost of a grant, in whole millionths divided by the weight, is exact to a thousandth. */
    public static final int MOST = 1_000;

    /** All keys are alike: nobody's share is guessed. */
    public static final Fairness EQUAL = new Fairness(1, NameSets.copy(Map.of()));

    public Fairness {
        checkWeight("", defaultWeight);
        weights.forEach((key, weight) -> {
            if (!key.isEmpty()) {
                Names.check("fairness key", key);
            }
            checkWeight(" of key '" + key + "'", weight);
        });
        weights = NameSets.copy(weights);
    }

    private static void checkWeight(String whose, int weight) {
        if (weight < 1 || weight > MOST) {
            throw new IllegalArgumentException("a weight" + whose + " is 1 to " + MOST + ", not " + weight);
        }
    }

    /** These weights, and this one. */
    public Fairness with(String key, int weight) {
        SortedMap<String, Integer> more = new java.util.TreeMap<>(weights);
        more.put(key, weight);
        return new Fairness(defaultWeight, more);
    }

    int weight(String key) {
        return weights.isEmpty() ? defaultWeight : weights.getOrDefault(key, defaultWeight);
    }
}
