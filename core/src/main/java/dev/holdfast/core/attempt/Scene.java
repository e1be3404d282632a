// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * What a rule sees of the world.
 *
 * @param attempt the attempt that the command names
 * @param active the active attempt of its owner; when there is no attempt, of the owner that the command names
 */
record Scene(Moment now, Optional<Attempt> attempt, Optional<AttemptId> active) {
    Facts facts() {
        return Facts.of(active, attempt);
    }

    /** To somebody whose attempt it is not, nothing is said of it. */
    Refusal.NotFound notFound() {
        return new Refusal.NotFound(new Facts(attempt.isPresent() ? Optional.empty() : active, Optional.empty()));
    }

    Optional<Attempt> of(ExecutionOwnerId owner) {
        return attempt.filter(each -> each.owner().equals(owner));
    }

    boolean isActive() {
        return attempt.map(Attempt::id).equals(active);
    }
}
