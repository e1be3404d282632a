// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * Lets happen what time has ended: no runtime came, an operation took too long, a runtime is not heard of any more. Nothing of
 * it happens by itself; whoever looks at {@link Attempt#due()} sends this.
 */
public record Expire(ExecutionOwnerId owner, AttemptId attempt) implements OwnedCommand<Expire.Decided> {
    /** Answers {@link Expire}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.NotFound, Refusal.Resolved, NotDue, Expired {}

    /** @param next when to look again; empty when nothing is to come */
    public record NotDue(Optional<Moment> next) implements Decided {}

    public record Expired(Happened what) implements Decided {}
}
