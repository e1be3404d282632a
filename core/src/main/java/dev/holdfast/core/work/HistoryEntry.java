// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkerId;
import java.util.Optional;

/** One thing that happened to a unit. */
public sealed interface HistoryEntry {
    /** When it happened; of {@link AnsweredLate}, the earliest moment at which it can have happened. */
    Moment at();

    record Admitted(Moment at) implements HistoryEntry {}

    record Claimed(Moment at, Fence fence, WorkerId worker, int life, int attempt) implements HistoryEntry {}

    /** Its holder said that the handler starts. */
    record Begun(Moment at, Fence fence) implements HistoryEntry {}

    /** @param answer of the holder, when it was accepted */
    record ClaimEnded(Moment at, Fence fence, PastClaim.End end, Optional<Answer> answer) implements HistoryEntry {}

    /** The holder answered when nobody could accept it any more. */
    record AnsweredLate(Moment at, Fence fence, Answer answer) implements HistoryEntry {}

    /** Evidence decided what became of the unit after this claim. */
    record Resolved(Moment at, Fence fence, Resolution resolution, String reference, String actor)
            implements HistoryEntry {}

    /** The first request to cancel a life. */
    record CancelAsked(Moment at, int life, String actor, String reason) implements HistoryEntry {}

    record LifeEnded(Moment at, int life, Status status, WorkState.EndedBy by, String code, Evidence evidence)
            implements HistoryEntry {}

    /** The next life began. */
    record Redriven(Moment at, int life, String actor, String reason, boolean forced) implements HistoryEntry {}

    /** An action of an operator that left no other trace in the unit. */
    record Acted(AuditEntry entry) implements HistoryEntry {
        @Override
        public Moment at() {
            return entry.at();
        }
    }
}
