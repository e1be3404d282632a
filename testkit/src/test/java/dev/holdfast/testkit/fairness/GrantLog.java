// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.fairness;

import dev.holdfast.core.work.Fairness;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The grants of one band in their order, and the two bounds that start-time fair queueing promises about them.
 *
 * <p><b>The rule.</b> A key f has a tag F; the band has a clock v. Granted is the key with the smallest tag among those that
 * have something that fits. A grant of cost c starts at S = max(F, v); then v := S and F := S + c / w, w being the weight of
 * the key. A key that comes back enters at max(F, v).
 *
 * <p><b>The next start of a key that waits lies in [v, v + c / w].</b> From below: no start is before v. From above: F is one
 * cost ahead of the start of the key's own newest grant, and v has not gone back since. Of a key that always has something
 * that fits even F itself is not below v: v only becomes the start of a key that was chosen before it, or level with it.
 *
 * <p><b>I19, shares.</b> Two keys f and m that always have something that fits start at their tags, so that between any two
 * grants the cost that f was charged, divided by its weight, is the growth of F, and likewise for m. Both tags lie in the
 * interval above at the beginning and at the end, so the two growths differ by at most c(f) / w(f) + c(m) / w(m). All costs
 * are 1 today; with equal weights the numbers of grants of two keys never differ by more than two, over no interval.
 *
 * <p><b>I20, waits.</b> A unit that always fits begins to wait at the clock v. Before it, p units of its own key are granted.
 * Its key's tag is at most v + 1 / w when the first of these is, so the unit itself is granted at a tag of at most
 * v + (p + 1) / w. Until then another key, of weight u, is granted only at starts from v up to that; its starts are 1 / u
 * apart; there are at most (p + 1) * u / w + 1. So the unit waits for at most p grants of its own key and so many of each
 * other key that is granted meanwhile, however much the others have. Bands are strict: what a band waits for those before it has no bound.
 */
final class GrantLog {
    /** How many units of the same key may be ahead of one whose wait is looked at; more only takes longer. */
    private static final int AHEAD = 3;

    /**
     * @param own grants of the same key while it waited
     * @param others other keys that were granted meanwhile
     * @param bound of the grants
     */
    record Wait(int grants, int own, int others, int bound) {

        boolean isWithinBound() {
            return grants <= bound();
        }
    }

    private final Fairness fairness;
    private final List<String> keys = new ArrayList<>();

    GrantLog(Fairness fairness) {
        this.fairness = fairness;
    }

    private int weight(String key) {
        return fairness.weights().getOrDefault(key, fairness.defaultWeight());
    }

    private long cost(String key) {
        return PlainPool.GRANT / weight(key);
    }

    int size() {
        return keys.size();
    }

    /** A grant, and for how long its unit waited: since it was admitted, or since few of its key were ahead of it. */
    Wait granted(String key, int admittedAt) {
        int from = keys.size();
        int own = 0;
        Set<String> others = new HashSet<>();
        while (from > admittedAt && (own < AHEAD || !keys.get(from - 1).equals(key))) {
            from--;
            if (keys.get(from).equals(key)) {
                own++;
            } else {
                others.add(keys.get(from));
            }
        }
        Wait wait = new Wait(keys.size() - from, own, others.size(), bound(key, own, others));
        keys.add(key);
        return wait;
    }

    private int bound(String key, int own, Set<String> others) {
        return own
                + others.stream()
                        .mapToInt(other -> (own + 1) * weight(other) / weight(key) + 1)
                        .sum();
    }

    /** How far two of these keys may be apart at most: the sum of what one grant costs the two that pay most. */
    long bound(List<String> backlogged) {
        return backlogged.stream()
                .map(this::cost)
                .sorted(Comparator.reverseOrder())
                .limit(2)
                .mapToLong(Long::longValue)
                .sum();
    }

    /** The largest difference between what two of these keys were charged between any two grants, in millionths of a grant. */
    long deviation(List<String> backlogged) {
        long most = 0;
        for (int a = 0; a < backlogged.size(); a++) {
            for (int b = a + 1; b < backlogged.size(); b++) {
                most = Math.max(most, deviation(backlogged.get(a), backlogged.get(b)));
            }
        }
        return most;
    }

    private long deviation(String a, String b) {
        long ahead = 0;
        long most = 0;
        long least = 0;
        for (String key : keys) {
            ahead += key.equals(a) ? cost(a) : key.equals(b) ? -cost(b) : 0;
            most = Math.max(most, ahead);
            least = Math.min(least, ahead);
        }
        return most - least;
    }
}
