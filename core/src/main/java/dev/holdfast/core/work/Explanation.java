// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** Why a unit of work is where it is: exactly one reason, the first that holds in the order below. */
public sealed interface Explanation {
    record Ended(Status status, String code, Moment at) implements Explanation {}

    record Running(WorkerId worker, Fence fence, Moment since) implements Explanation {}

    /**
     * Waits for evidence about the run that {@code fence} names.
     *
     * @param asking the inquiry; empty when there is none, so that only a person can find out
     * @param escalated whether it has been uncertain for as long as the policy lets pass
     */
    record WaitsForEvidence(Fence fence, String reason, Moment since, Optional<Asking> asking, boolean escalated)
            implements Explanation {}

    /**
     * An inquiry.
     *
     * @param stands why it is where it is
     */
    record Asking(WorkId inquiry, Explanation stands) {}

    /** Held until it is promoted or withdrawn; a sweep does what {@code then} says at {@code until}. */
    record Held(Moment until, Hold.Then then) implements Explanation {}

    /** Its latest start has passed; the next sweep ends it. */
    record TooLate(Moment startBy) implements Explanation {}

    record NotDue(Duration dueIn) implements Explanation {}

    /** The clock is so far behind the newest claim of the pool that claims stop. */
    record ClockWentBack(Duration by) implements Explanation {}

    record PoolPaused() implements Explanation {}

    /** It needs more of {@code account} than the policy has at all. */
    record NeverFits(Account account, long needs, long limit) implements Explanation {}

    /** No live worker offers the pool. */
    record NoWorker() implements Explanation {}

    /** No live worker of the pool meets this demand, and one that comes closest lacks just this. */
    record NoEligibleWorker(String what, String value) implements Explanation {}

    /**
     * Others use so much of {@code account} that what it needs is not left.
     *
     * @param quarantined how much of {@code used} uncertain work keeps; empty when it is nothing
     */
    record LimitReached(Account account, long needs, long limit, long used, OptionalLong quarantined)
            implements Explanation {}

    /**
     * There would be room for it if nothing were kept for another unit, which has waited for longer than the pool lets pass.
     *
     * @param worker the one that is to run that unit
     * @param kept how much of {@code account} is kept
     */
    record RoomIsKept(WorkId reserved, WorkerId worker, Account account, long needs, long kept)
            implements Explanation {}

    /**
     * Room is kept for it until it fits, so that nobody passes it any more.
     *
     * @param worker the one that is to run it
     * @param until when another worker may be chosen unless this one claims again
     * @param stands why it does not run yet
     */
    record Reserved(WorkerId worker, Moment until, Explanation stands) implements Explanation {}

    /** All workers that could run it have as much as they take, are draining or unhealthy. */
    record WorkersBusy(long eligible) implements Explanation {}

    /** Nothing stands in its way but what is ahead of it in the order. */
    record ItsTurnComes() implements Explanation {}
}
