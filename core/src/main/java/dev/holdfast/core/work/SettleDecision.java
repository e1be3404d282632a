// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;

/** Answers {@link Settle}. */
public sealed interface SettleDecision extends Decision permits SettleDecision.Done, HolderRefusal {
    /** An answer to the true holder of a claim that can still be, or was, answered. */
    sealed interface Done extends SettleDecision {}

    /** @param status what the unit has become */
    record Accepted(Status status) implements Done {}

    /** This claim has had the same answer before. */
    record Repeated(Status status) implements Done {}

    /** This claim has had another answer, which stands. */
    record Conflict(Answer answer) implements Done {}

    /** The effect took place inside the ledger's transaction, so the unit has to be settled, not run again. */
    record SettleInstead() implements Done {}

    /**
     * The unit is an inquiry and what it asks is still open: it ends by {@link Resolve} of what it asks about, or is
     * released, or given up as POISONED.
     */
    record ResolveInstead() implements Done {}
}
