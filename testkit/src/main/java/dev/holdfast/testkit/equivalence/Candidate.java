// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A ledger that is compared with others.
 *
 * @param name for reports
 * @param open opens a new, empty ledger that runs on this clock; called once for each history, and many times when a
 *     difference is cut down; the ledger before was closed
 * @param complaints what the store itself finds wrong after the ledger of a history was closed; empty when it is sound
 */
public record Candidate(String name, Function<LedgerClock, Ledger> open, Supplier<? extends List<?>> complaints) {
    /** A candidate without a check of its own. */
    public static Candidate of(String name, Function<LedgerClock, Ledger> open) {
        return new Candidate(name, open, List::of);
    }
}
