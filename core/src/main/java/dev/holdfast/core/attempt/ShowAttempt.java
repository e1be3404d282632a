// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Query;
import java.util.Optional;

/** One attempt as it stands, whosever it is; empty when there is none. */
public record ShowAttempt(AttemptId attempt) implements Query<Optional<ShowAttempt.Shown>> {
    /** @param active whether it is the active attempt of its owner */
    public record Shown(Attempt attempt, boolean active) {}
}
