// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import dev.holdfast.core.Fence;

/** Answers {@link Redrive}. */
public sealed interface RedriveDecision extends Decision {
    /** The unit waits in this life. */
    record Redriven(int life) implements RedriveDecision {}

    /**
     * The expected life was followed by the next one before, in which the unit still is. The first redrive stands.
     *
     * @param status what the unit is now
     */
    record Repeated(PastLife.Redriven first, Status status) implements RedriveDecision {}

    /** The unit is in another life than expected, and not in the one after it. */
    record AnotherLife(int life, Status status) implements RedriveDecision {}

    /** This life is not over. */
    record NotEnded(Status status) implements RedriveDecision {}

    /** Its effect took place: there is nothing to run again. */
    record HasSucceeded() implements RedriveDecision {}

    /** Its payload was taken away: there is nothing to run it with. */
    record IsRedacted() implements RedriveDecision {}

    /**
     * The holder of a claim answered when nobody could accept it any more: look before it runs again.
     *
     * @param fence of the newest such claim
     */
    record HasLateAnswer(Fence fence, Answer answer) implements RedriveDecision {}

    /** The unit is an inquiry, and what it asked was answered or is asked no more. */
    record QuestionClosed() implements RedriveDecision {}

    record NotFound() implements RedriveDecision {}
}
