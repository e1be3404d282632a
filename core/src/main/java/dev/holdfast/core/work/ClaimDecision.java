// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import dev.holdfast.core.Fence;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Answers {@link ClaimWork}. Every answer names the guard that gave it. */
public sealed interface ClaimDecision extends Decision
        permits ClaimDecision.Granted,
                ClaimDecision.Nothing,
                ClaimDecision.Refused,
                PoolUnknown,
                WorkerUnknown,
                WorkerDead {
    /**
     * Units of work, at least one, or the replay of an earlier answer.
     *
     * @param spent fences of an earlier answer whose claims have ended meanwhile
     * @param more whether another request may find more at once
     */
    record Granted(List<Grant> grants, List<Fence> spent, boolean more) implements ClaimDecision {}

    /** Nothing now; ask again later. */
    sealed interface Nothing extends ClaimDecision {}

    record PoolPaused() implements Nothing {}

    record PoolFull(long limit, long used) implements Nothing {}

    record WorkerFull(long limit, long used) implements Nothing {}

    /** Something waits for this worker, but what it needs is used up. {@code more}: not all of what waits was looked at. */
    record NothingFits(Account lacking, boolean more) implements Nothing {}

    /** @param nextDue when the next unit that waits for its time is due, whoever may run it */
    record NothingWaits(Optional<Duration> nextDue) implements Nothing {}

    /** This worker may not claim here; asking again does not help. */
    sealed interface Refused extends ClaimDecision {}

    /** Another worker or pool has used this request id. */
    record RequestConflict() implements Refused {}

    record WorkerUnhealthy(WorkerId worker) implements Refused {}

    record WorkerDraining(WorkerId worker) implements Refused {}

    record PoolNotOffered(WorkerId worker, PoolId pool) implements Refused {}

    /** The store's clock is this far behind the pool's newest decision; see {@code doctor}. */
    record ClockWentBack(Duration behind) implements Refused {}
}
