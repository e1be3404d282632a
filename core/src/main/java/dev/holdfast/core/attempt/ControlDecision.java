// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** Answers {@link RecordControlReceipt} and {@link ReportControl}. */
public sealed interface ControlDecision extends AttemptDecision
        permits Refusal.NotFound,
                ControlDecision.Duplicate,
                Refusal.ControlConflict,
                Refusal.CancelMismatch,
                Refusal.StaleGeneration,
                Refusal.OperationMismatch,
                ControlDecision.Accepted {
    record Accepted() implements ControlDecision {}

    record Duplicate() implements ControlDecision {}
}
