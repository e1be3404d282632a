// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import dev.holdfast.core.Names;
import java.time.Duration;
import java.util.Optional;

/**
 * Asks whether a runtime may begin an operation.
 *
 * @param operation drawn by the caller; an admission that is known keeps the id that it has
 * @param key 1 to 200 visible characters; the same key never runs twice in one attempt
 * @param limit how long the operation may take, 1 ms to 366 days
 * @param resumable whether the next generation may go on with it, by the same key, when this one is lost
 */
public record AdmitOperation(
        ExecutionOwnerId owner,
        AttemptId attempt,
        OperationId operation,
        OperationKind kind,
        String key,
        long generation,
        Optional<Duration> limit,
        boolean resumable)
        implements OwnedCommand<AdmitOperation.Decided> {
    public AdmitOperation {
        Names.check("admission key", key);
        limit.ifPresent(time -> Bounds.time("an operation", time));
    }

    /** Answers {@link AdmitOperation}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.Unreachable,
                    Duplicate,
                    Refusal.AdmissionConflict,
                    Refusal.OperationActive,
                    Refusal.GateClosed,
                    Refusal.NotReady,
                    Refusal.StaleGeneration,
                    Refusal.PreparationNotRequired,
                    Refusal.PreparationAlreadyCompleted,
                    Refusal.PreparationRequired,
                    Refusal.TooManyOperations,
                    Admitted,
                    Resumed {}

    public record Admitted(OperationId operation, long generation, Moment at) implements Decided {}

    /** It goes on with an operation whose runtime was lost. */
    public record Resumed(OperationId operation, long generation, Moment firstAdmittedAt) implements Decided {}

    /** It was admitted before; what became of it stands in its state. */
    public record Duplicate(Operation operation) implements Decided {}
}
