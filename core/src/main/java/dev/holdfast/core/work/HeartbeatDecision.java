// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import java.time.Duration;
import java.util.List;

/** Answers {@link Heartbeat}. */
public sealed interface HeartbeatDecision extends Decision
        permits HeartbeatDecision.Renewed, WorkerUnknown, WorkerDead {
    /** @param lease counted by the worker from before it sent the heartbeat */
    record Renewed(Duration lease, List<Directive> directives) implements HeartbeatDecision {
        public Renewed {
            directives = List.copyOf(directives);
        }
    }

    /** What the worker has to do. */
    sealed interface Directive {
        /** Somebody wants this unit cancelled; stop it if that can be done. */
        record CancelClaim(WorkId work, Fence fence, String reason) implements Directive {}

        /** This claim is no longer the worker's. */
        record Lost(WorkId work, Fence fence) implements Directive {}

        /** Take nothing new. */
        record Drain() implements Directive {}

        /** The digest does not match; send the list with the next heartbeat. */
        record SendHoldings() implements Directive {}
    }
}
