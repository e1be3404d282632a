// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import java.time.Duration;
import java.util.Optional;

/**
 * A process inside the allocation says that it is there. Another incarnation than before gets the next generation; the one
 * before is fenced for ever. The gate plays no role: who was told to stop has to be able to answer.
 *
 * @param lease how long it is believed to be there without a {@link BeatRuntime}, 1 s to 1 h
 */
public record RegisterRuntime(ExecutionOwnerId owner, AttemptId attempt, IncarnationId incarnation, Duration lease)
        implements OwnedCommand<RegisterRuntime.Decided> {
    public RegisterRuntime {
        Bounds.lease(lease);
    }

    /** Answers {@link RegisterRuntime}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.Unreachable,
                    Duplicate,
                    Refusal.IncarnationFenced,
                    Refusal.OperationActive,
                    Refusal.TooManyIncarnations,
                    Registered {}

    public record Registered(long generation, Moment until) implements Decided {}

    public record Duplicate(long generation, Optional<RuntimeState.Ready> ready) implements Decided {}
}
