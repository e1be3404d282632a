// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.AttemptSave;
import dev.holdfast.core.attempt.AttemptsAsk;
import dev.holdfast.core.attempt.AttemptsPage;
import dev.holdfast.core.attempt.DueAttempts;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.OpenAttempts;
import dev.holdfast.core.attempt.ShowAttempt;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What a {@link Shelf} keeps of execution attempts. The same promises hold: it keeps, and decides nothing. */
public interface AttemptShelf {
    /**
     * Loads without a lock what is asked for, and saves what the rule wants, all or nothing. Where a version or a length moved
     * meanwhile, or something that must not be there is there, the rule is asked again.
     */
    <R> R decide(AttemptsAsk ask, Function<AttemptsPage, AttemptSave<R>> rule);

    Optional<ShowAttempt.Shown> find(AttemptId attempt);

    /** In the order of their ordinals. */
    List<Attempt> of(ExecutionOwnerId owner);

    /** What {@link OpenAttempts#wants} says at this moment, in the order of {@link OpenAttempts.Cursor}. */
    OpenAttempts.Found open(OpenAttempts query);

    /** Those with {@link Attempt#due()} not after this moment, in that order and then by id. */
    List<Attempt> due(DueAttempts query);
}
