// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;

/** Answers {@link Begin}. */
public sealed interface BeginDecision extends Decision
        permits BeginDecision.Begun, BeginDecision.Repeated, HolderRefusal {
    /** The handler may start. */
    record Begun() implements BeginDecision {}

    record Repeated() implements BeginDecision {}
}
