// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import java.time.Duration;
import java.util.List;

/** Answers {@link Submit}. */
public sealed interface SubmitDecision extends Decision permits SubmitDecision.Done, PoolUnknown {
    /** An answer other than that there is no such pool. */
    sealed interface Done extends SubmitDecision {}

    /**
     * The unit is in the ledger, and survives whatever the ledger survives.
     *
     * @param status QUEUED, HELD, or POISONED when it can never fit and the pool's policy says so
     */
    record Admitted(WorkId work, Status status) implements Done {}

    /**
     * The same key and intent were admitted before.
     *
     * @param unit as it is now
     * @param until how long the key is remembered
     */
    record Repeated(Unit unit, Moment until) implements Done {}

    /** The key (or the id) belongs to a unit of another intent; these parts differ. */
    record Conflict(WorkId work, List<String> differences) implements Done {}

    /**
     * Only the ledger itself gives such names, to inquiries and to what schedules submit.
     *
     * @param what {@code kind} or {@code key}
     */
    record Reserved(String what, String name) implements Done {}

    /** The unit names resources or domains that the pool does not define, so that it could never run. */
    record Undefined(List<String> resources, List<String> domains) implements Done {}

    /**
     * The pool has as many units queued as its policy allows; nothing was stored.
     *
     * @param queued how many there are; more than the limit where several submitted at once
     * @param retryAfter when trying again may help
     */
    record TooManyQueued(long limit, long queued, Duration retryAfter) implements Done {}

    /** The pool has as many different eligibilities as it can hold. */
    record TooManyShapes(int limit) implements Done {}
}
