// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;

/** Answers {@link RecordEvents}. */
public sealed interface RecordDecision extends Decision permits RecordDecision.Done, PoolUnknown {
    /** An answer about a pool that is known. */
    sealed interface Done extends RecordDecision {}

    /** From this commit on. */
    record Recording() implements Done {}

    /** Up to this commit. */
    record Stopped() implements Done {}

    /** It was so already. */
    record Repeated() implements Done {}
}
