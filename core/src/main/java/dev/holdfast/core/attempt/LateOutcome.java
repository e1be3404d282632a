// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;

/** An answer that came when it could not count any more. Kept for people to see; decides nothing. */
public record LateOutcome(Moment at, OutcomeText outcome) {
    /** Most that are kept of one attempt, the first ones. */
    public static final int MAX = 4;
}
