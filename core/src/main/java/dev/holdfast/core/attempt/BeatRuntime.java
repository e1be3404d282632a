// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import java.time.Duration;
import java.util.Optional;

/**
 * The heartbeat of a runtime: renews its lease and tells it what it has to know.
 *
 * @param lease 1 s to 1 h
 */
public record BeatRuntime(
        ExecutionOwnerId owner, AttemptId attempt, IncarnationId incarnation, long generation, Duration lease)
        implements OwnedCommand<BeatRuntime.Decided> {
    public BeatRuntime {
        Bounds.lease(lease);
    }

    /** Answers {@link BeatRuntime}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.Unreachable, Refusal.StaleGeneration, Renewed {}

    /** @param cancellation the request to stop, when there is one */
    public record Renewed(Moment until, Optional<Cancellation> cancellation) implements Decided {}
}
