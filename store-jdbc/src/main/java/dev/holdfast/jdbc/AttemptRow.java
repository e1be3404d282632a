// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Moment;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.Cancellation;
import dev.holdfast.core.attempt.Control;
import dev.holdfast.core.attempt.EvidenceLog;
import dev.holdfast.core.attempt.Gate;
import dev.holdfast.core.attempt.OperationId;
import dev.holdfast.core.attempt.Operations;
import dev.holdfast.core.attempt.Origin;
import dev.holdfast.core.attempt.RuntimeState;
import dev.holdfast.core.attempt.Series;
import dev.holdfast.core.attempt.Settlement;
import dev.holdfast.core.attempt.Stage;
import java.util.List;
import java.util.Optional;

/**
 * An attempt without its operations, evidence and outcomes, which are rows of their own.
 *
 * @param series of its owner; empty only where rows are damaged
 */
record AttemptRow(
        Optional<Series> series,
        Origin origin,
        long version,
        Optional<Ending> ending,
        Gate gate,
        RuntimeState runtime,
        Optional<OperationId> lastCompleted,
        Optional<Cancellation> cancellation,
        List<Control> control,
        int logged,
        Stage stage) {
    /** A settlement without its outcome. */
    record Ending(Settlement.Kind kind, Moment at, int evidence, boolean afterCancel) {}

    Attempt with(AttemptParts parts) {
        return new Attempt(
                origin,
                stage,
                ending.map(how -> settlement(how, parts)),
                gate,
                runtime,
                new Operations(parts.operations(), lastCompleted),
                cancellation,
                control,
                new EvidenceLog(parts.evidence(), logged),
                parts.late(),
                version);
    }

    private Settlement settlement(Ending how, AttemptParts parts) {
        return how.kind() == Settlement.Kind.OUTCOME
                ? new Settlement.ByOutcome(
                        how.at(),
                        how.evidence(),
                        parts.outcome()
                                .orElseThrow(() -> new IllegalStateException(
                                        "attempt " + origin.id() + " ended with an outcome that is not there")),
                        how.afterCancel())
                : new Settlement.WithoutOutcome(how.kind(), how.at(), how.evidence());
    }
}
