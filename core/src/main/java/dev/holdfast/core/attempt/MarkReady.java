// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;

/**
 * Says that a generation can be reached, which a probe of it has shown. When that was, the ledger says.
 *
 * @param readyAt when, by the caller's clock; evidence, see {@link EvidenceNote#observedAt()}
 */
public record MarkReady(ExecutionOwnerId owner, AttemptId attempt, long generation, String readyAt)
        implements OwnedCommand<MarkReady.Decided> {
    public MarkReady {
        note(readyAt);
    }

    static EvidenceNote note(String readyAt) {
        return EvidenceNote.of("runtime", "ready", readyAt);
    }

    /** Answers {@link MarkReady}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.Unreachable,
                    Refusal.StaleGeneration,
                    Duplicate,
                    Refusal.OperationActive,
                    Refusal.ProbeNotCompleted,
                    Ready {}

    public record Ready(OperationId probe, Moment at) implements Decided {}

    public record Duplicate(OperationId probe, Moment at) implements Decided {}
}
