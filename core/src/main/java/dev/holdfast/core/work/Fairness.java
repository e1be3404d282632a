// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * How a pool shares its grants between the fairness keys of a band. Of two keys that always have work one with twice the
 * weight of the other gets twice its grants. What a key has queued makes no difference, and a key that has nothing to run
 * takes nothing from the others.
 *
 * @param defaultWeight of every key that is not listed, 1 to {@link #MOST}
 * @param weights by fairness key; the empty text is work of no key; 1 to {@link #MOST} each
 * @param keys which keys there are: each that work names, or those that are listed; see {@link #laneKey}
 * @param cost what a grant costs its key
 * @param limits how many live claims a key may have, over all bands, by fairness key; at least 1 each; a key that is not
 *     there is not limited. A claim counts against the limit if the policy had one for its key when it was granted
 */
public record Fairness(
        int defaultWeight,
        SortedMap<String, Integer> weights,
        SortedMap<String, Integer> limits,
        Keys keys,
        Cost cost) {
    /** So that the cost of a grant, in whole millionths divided by the weight, is exact to a thousandth. */
    public static final int MOST = 1_000;

    /** All keys are alike: nobody's share is guessed. */
    public static final Fairness EQUAL =
            new Fairness(1, NameSets.copy(Map.of()), NameSets.copy(Map.of()), Keys.OPEN, Cost.GRANT);

    /** The key that all work shares whose own key is not listed, where keys are listed. */
    public static final String OTHER = "other";

    /** Which keys a pool tells apart. */
    public enum Keys {
        /** Each key that work names is one. */
        OPEN,
        /** Those that have a weight or a limit; all work of other keys shares {@link #OTHER}. */
        LISTED
    }

    /** What a grant costs its key, before that is divided by the weight of the key. */
    public enum Cost {
        /** All grants cost the same. */
        GRANT,
        /** The time that the run takes, times the share of the pool that it takes: first what is expected, in the end what it was. */
        RUN_TIME
    }

    public Fairness {
        checkWeight("", defaultWeight);
        weights.forEach((key, weight) -> {
            checkKey(key);
            checkWeight(" of key '" + key + "'", weight);
        });
        limits.forEach((key, limit) -> {
            checkKey(key);
            if (limit < 1) {
                throw new IllegalArgumentException("the limit of key '" + key + "' is at least 1, not " + limit);
            }
        });
        weights = NameSets.copy(weights);
        limits = NameSets.copy(limits);
    }

    private static void checkKey(String key) {
        if (!key.isEmpty()) {
            Names.check("fairness key", key);
        }
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
        return new Fairness(defaultWeight, more, limits, keys, cost);
    }

    /** These weights and limits, and this limit. */
    public Fairness withLimit(String key, int limit) {
        SortedMap<String, Integer> more = new java.util.TreeMap<>(limits);
        more.put(key, limit);
        return new Fairness(defaultWeight, weights, more, keys, cost);
    }

    /** The same, with these keys told apart. */
    public Fairness withKeys(Keys value) {
        return new Fairness(defaultWeight, weights, limits, value, cost);
    }

    /** The same, with grants that cost this. */
    public Fairness withCost(Cost value) {
        return new Fairness(defaultWeight, weights, limits, keys, value);
    }

    /**
     * The key that work waits under and is charged to when it enters a lane now.
     *
     * @param own the key it names
     */
    public String laneKey(String own) {
        return switch (keys) {
            case OPEN -> own;
            case LISTED -> weights.containsKey(own) || limits.containsKey(own) ? own : OTHER;
        };
    }

    /** Whether claims of this key count against a limit. */
    boolean isLimited(String key) {
        return !limits.isEmpty() && limits.containsKey(key);
    }

    /** The most live claims of a key; {@link Long#MAX_VALUE} when it has no limit. */
    long limit(String key) {
        return Optional.ofNullable(limits.get(key)).map(Integer::longValue).orElse(Long.MAX_VALUE);
    }

    int weight(String key) {
        return weights.isEmpty() ? defaultWeight : weights.getOrDefault(key, defaultWeight);
    }
}
