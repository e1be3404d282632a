// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Names;
import java.time.Duration;
import java.util.Optional;

/**
 * Creates an attempt that takes the place of the one that is expected to be active. A predecessor that no provider was asked
 * for is settled as superseded with it; of any other the gate closes, and what it has at its provider is still owed.
 *
 * @param attempt drawn by the caller; when the request key is known, the attempt of that request answers instead
 * @param expectedCurrent the active attempt; empty when there has been none
 * @param requestKey 1 to 200 visible characters, unique with the owner: the same request creates one attempt
 * @param bootstrap how long until a runtime has to be there, 1 ms to 366 days
 * @param retryBudget how many attempts may follow the first, 0 to 1000; a later attempt can only lower it
 */
public record CreateAttempt(
        ExecutionOwnerId owner,
        AttemptId attempt,
        Optional<AttemptId> expectedCurrent,
        String requestKey,
        Instruction instruction,
        Duration bootstrap,
        int retryBudget)
        implements AttemptCommand<CreateAttempt.Decided> {
    public static final int MAX_RETRIES = 1_000;

    public CreateAttempt {
        Names.check("request key", requestKey);
        Bounds.time("the start of a runtime", bootstrap);
        if (retryBudget < 0 || retryBudget > MAX_RETRIES) {
            throw new IllegalArgumentException("0 to " + MAX_RETRIES + " retries, not " + retryBudget);
        }
    }

    @Override
    public Optional<ExecutionOwnerId> named() {
        return Optional.of(owner);
    }

    /** Answers {@link CreateAttempt}. */
    public sealed interface Decided extends AttemptDecision
            permits Refusal.RequestConflict,
                    Replayed,
                    Refusal.DuplicateAttempt,
                    Refusal.PredecessorMismatch,
                    Refusal.RetriesExhausted,
                    Created {}

    /** @param predecessor the attempt whose place it took */
    public record Created(AttemptId attempt, int ordinal, Optional<AttemptId> predecessor) implements Decided {}

    /**
     * The request was decided before. Nothing was created, and nothing became active again.
     *
     * @param current whether its attempt is the active one
     */
    public record Replayed(AttemptId attempt, int ordinal, boolean current) implements Decided {}
}
