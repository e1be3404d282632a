// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;

/** Answers {@link Cancel}. */
public sealed interface CancelDecision extends Decision {
    /** The unit has ended CANCELLED. */
    record Cancelled() implements CancelDecision {}

    /** A worker has it; it is told with its next heartbeat. If it finishes first, it wins. */
    record CancelRequested() implements CancelDecision {}

    /** The unit is uncertain; the request takes effect with the evidence. */
    record CancelRecorded() implements CancelDecision {}

    /** Requested before; the first request stands. */
    record Repeated(CancelRequest first) implements CancelDecision {}

    /** The unit has ended already. */
    record TooLate(Status status) implements CancelDecision {}

    /** The unit is an inquiry and what it asks is still open: it ends when its subject is resolved. */
    record QuestionOpen() implements CancelDecision {}

    record NotFound() implements CancelDecision {}
}
