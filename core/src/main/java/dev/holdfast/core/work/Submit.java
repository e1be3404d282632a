// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;
import dev.holdfast.core.PoolId;

/** Puts one unit of work into a pool, once for each idempotency key. */
public record Submit(PoolId pool, Submission submission) implements Command<SubmitDecision> {
    /** @throws IllegalArgumentException when the payload looks redacted */
    public Submit {
        submission.payload().checkNew();
    }
}
