// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.attempt.Attempt;

/** Is told how the attempts of owners ended that a controller looks after. Called on any thread. */
@FunctionalInterface
public interface AttemptOwner {
    /** One that wants to know nothing. */
    AttemptOwner NONE = attempt -> {};

    /**
     * An attempt is settled: by the outcome that it carries, or without one. Told again until this returns, also by a later
     * controller, so that telling it twice has to change nothing; the attempt is not closed before, unless there never was an
     * allocation. May start the next attempt.
     *
     * @throws RuntimeException when it cannot be dealt with now: it is told again, 100 ms to 30 s later
     */
    void settled(Attempt attempt);
}
