// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import java.time.Duration;
import java.util.List;

/** Answers {@link RegisterWorker}, {@link DrainWorker} and {@link RetireWorker}. */
public sealed interface WorkerDecision extends Decision
        permits WorkerDecision.Done, PoolUnknown, WorkerUnknown, WorkerDead {
    /** An answer about a worker that is known. */
    sealed interface Done extends WorkerDecision {}

    /** @param lease how long the worker lives without a heartbeat, counted from before the request was sent */
    record Registered(Duration lease) implements Done {}

    /** It was so already; nothing changed, the lease least of all. */
    record Repeated() implements Done {}

    /** This id belongs to another offer; these parts differ. */
    record OfferConflict(List<String> differences) implements Done {}

    record Draining() implements Done {}

    record Accepting() implements Done {}

    record Retired() implements Done {}
}
