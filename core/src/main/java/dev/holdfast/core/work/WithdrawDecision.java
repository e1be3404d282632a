// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;

/** Answers {@link Withdraw}. */
public sealed interface WithdrawDecision extends Decision {
    /** The unit has ended CANCELLED and never ran in this life. */
    record Withdrawn() implements WithdrawDecision {}

    /** It was withdrawn before, at that moment, by somebody or by the end of its hold. */
    record Repeated(Moment at) implements WithdrawDecision {}

    /**
     * The unit is held no more, or never was; it goes on as it is.
     *
     * @param status what it is now
     */
    record TooLate(Status status) implements WithdrawDecision {}

    record NotFound() implements WithdrawDecision {}
}
