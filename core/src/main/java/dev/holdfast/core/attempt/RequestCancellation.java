// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Names;
import java.util.Optional;

/**
 * Asks an attempt to stop, in whatever state it is: no operation and no provisioning starts any more. The first request
 * stands. All attempts of an owner are asked by one call with a command for each.
 *
 * @param reason 1 to 8192 characters
 */
public record RequestCancellation(ExecutionOwnerId owner, AttemptId attempt, String requestKey, Optional<String> reason)
        implements OwnedCommand<RequestCancellation.Decided> {
    public RequestCancellation {
        Names.check("request key", requestKey);
        reason.ifPresent(given -> Bounds.text("reason", given, Bounds.REASON));
    }

    /** Answers {@link RequestCancellation}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.NotFound, Refusal.CancellationConflict, Replayed, Accepted {}

    public record Accepted(Cancellation cancellation) implements Decided {}

    /** There was a request before, of this key or another one. */
    public record Replayed(Cancellation cancellation) implements Decided {}
}
