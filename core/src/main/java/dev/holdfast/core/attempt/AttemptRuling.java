// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;

/**
 * What a rule made of a command about one attempt.
 *
 * @param after the changed attempt; empty when nothing changes
 */
record AttemptRuling<R extends AttemptDecision>(Optional<Attempt> after, R decision) {
    static <R extends AttemptDecision> AttemptRuling<R> unchanged(R decision) {
        return new AttemptRuling<>(Optional.empty(), decision);
    }

    static <R extends AttemptDecision> AttemptRuling<R> changed(Attempt after, R decision) {
        return new AttemptRuling<>(Optional.of(after), decision);
    }
}
