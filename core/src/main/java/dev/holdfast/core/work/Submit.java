// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;
import dev.holdfast.core.PoolId;
import java.util.Optional;

/**
 * Puts one unit of work into a pool, once for each idempotency key.
 *
 * @param hold keeps it out of the queue; no part of the intent: sent again with another hold, the first one stands
 */
public record Submit(PoolId pool, Submission submission, Optional<Hold> hold) implements Command<SubmitDecision> {
    /** @throws IllegalArgumentException when the payload looks redacted */
    public Submit {
        submission.payload().checkNew();
    }

    /** A unit that waits to be claimed at once. */
    public Submit(PoolId pool, Submission submission) {
        this(pool, submission, Optional.empty());
    }

    /** A unit that is HELD: the first of two phases, {@link Promote} or {@link Withdraw} is the other. */
    public static Submit held(PoolId pool, Submission submission, Hold hold) {
        return new Submit(pool, submission, Optional.of(hold));
    }
}
