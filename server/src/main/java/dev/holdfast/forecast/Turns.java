// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import java.util.HashMap;
import java.util.Map;

/**
 * The grants of a band of a pool, and what each fairness key had to expect of them: of the grants made while it and another
 * key had work waiting that was due, as large a part as its weight is of the weights of all that had.
 */
final class Turns {
    /** What a key got, and what its weight gives it. */
    static final class Share {
        private final int weight;
        private long waiting;
        private long grantsBefore;
        private double partsBefore;
        private long contended;
        private double expected;
        private long got;

        Share(int weight) {
            this.weight = weight;
        }

        /** Grants that it competed for. */
        long contended() {
            return contended;
        }

        long got() {
            return got;
        }

        double expected() {
            return expected;
        }
    }

    private final Map<String, Share> keys = new HashMap<>();
    private int waitingKeys;
    private long weights;
    private long grants;
    /** The sum over the contended grants of one by the weights that waited. */
    private double parts;

    /** A unit of the key is due. */
    void arrive(String key, int weight) {
        Share share = keys.computeIfAbsent(key, name -> new Share(weight));
        if (share.waiting++ == 0) {
            waitingKeys++;
            weights += share.weight;
            share.grantsBefore = grants;
            share.partsBefore = parts;
        }
    }

    /** A unit of the key that was due has been granted. */
    void grant(String key) {
        if (waitingKeys > 1) {
            grants++;
            parts += 1.0 / weights;
            share(key).got++;
        }
        leave(key);
    }

    /** A unit of the key that was due waits no more. */
    void leave(String key) {
        Share share = share(key);
        if (--share.waiting == 0) {
            count(share);
            waitingKeys--;
            weights -= share.weight;
        }
    }

    /** The shares, with all that waits until now. */
    Map<String, Share> shares() {
        keys.values().stream().filter(share -> share.waiting > 0).forEach(share -> {
            count(share);
            share.grantsBefore = grants;
            share.partsBefore = parts;
        });
        return keys;
    }

    private void count(Share share) {
        share.contended += grants - share.grantsBefore;
        share.expected += share.weight * (parts - share.partsBefore);
    }

    private Share share(String key) {
        Share share = keys.get(key);
        if (share == null) {
            throw new IllegalStateException("key '" + key + "' has nothing waiting");
        }
        return share;
    }
}
