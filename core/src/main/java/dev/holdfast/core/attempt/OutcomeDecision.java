// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/**
 * Answers {@link CommitOutcome} and {@link DeclareOutcome}. Wherever an outcome is stored its text comes along: who reads the
 * answer decodes that text before it believes in a duplicate or a conflict.
 */
public sealed interface OutcomeDecision extends AttemptDecision
        permits Refusal.OutcomeFenced,
                OutcomeDecision.Duplicate,
                Refusal.OutcomeConflict,
                Refusal.RuntimeFenceMismatch,
                OutcomeDecision.Accepted {
    /** @param afterCancel whether somebody had asked to stop before; never changes afterwards */
    record Accepted(OutcomeText stored, boolean afterCancel) implements OutcomeDecision {}

    /** The same outcome is there, perhaps in other words. */
    record Duplicate(OutcomeText stored, boolean afterCancel) implements OutcomeDecision {}
}
