// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import dev.holdfast.core.Fence;

/** Answers {@link Resolve}. */
public sealed interface ResolveDecision extends Decision {
    record Resolved(Status status) implements ResolveDecision {}

    /** The same evidence was given before. */
    record Repeated(Status status) implements ResolveDecision {}

    /** Other evidence about this claim was given before and stands. */
    record Conflict(Resolution resolution) implements ResolveDecision {}

    /** The evidence is about another claim than the one in question. */
    record StaleFence(Fence offered, Fence current) implements ResolveDecision {}

    /** The unit does not wait for evidence. */
    record NotUncertain(Status status) implements ResolveDecision {}

    record NotFound() implements ResolveDecision {}
}
