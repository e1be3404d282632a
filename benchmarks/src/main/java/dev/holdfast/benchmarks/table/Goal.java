// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import java.util.Locale;

/** What a ratio, or for rows without a peer the amount itself, has to reach. */
sealed interface Goal {
    boolean isReachedBy(double found);

    record AtLeast(double bound) implements Goal {
        @Override
        public boolean isReachedBy(double found) {
            return found >= bound;
        }

        @Override
        public String toString() {
            return ">= " + plain(bound);
        }
    }

    record AtMost(double bound) implements Goal {
        @Override
        public boolean isReachedBy(double found) {
            return found <= bound;
        }

        @Override
        public String toString() {
            return "<= " + plain(bound);
        }
    }

    /** Printed to be seen, not judged. */
    record None() implements Goal {
        @Override
        public boolean isReachedBy(double found) {
            return true;
        }

        @Override
        public String toString() {
            return "";
        }
    }

    private static String plain(double bound) {
        return bound == Math.rint(bound) ? String.format(Locale.ROOT, "%,.0f", bound) : Double.toString(bound);
    }
}
