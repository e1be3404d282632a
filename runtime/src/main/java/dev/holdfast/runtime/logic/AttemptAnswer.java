// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.runtime.spi.Discovery;
import dev.holdfast.runtime.spi.Inspection;

/** What came of an {@link AttemptStep.Call}, and what an allocation says by itself. */
public sealed interface AttemptAnswer {
    /** There is an allocation, and it is watched from now on. */
    record Allocated(AllocationRef ref) implements AttemptAnswer {}

    /** No allocation was made, and none will be. */
    record Refused(EvidenceNote evidence) implements AttemptAnswer {}

    record Discovered(Discovery discovery) implements AttemptAnswer {}

    /** Nothing was found for sure, but the process is gone that would have kept the allocation. */
    record Lost(EvidenceNote evidence) implements AttemptAnswer {}

    record Inspected(Inspection inspection) implements AttemptAnswer {}

    /** It is watched from now on. */
    record Attached() implements AttemptAnswer {}

    /** Nothing is left of the allocation. */
    record Terminated(EvidenceNote evidence) implements AttemptAnswer {}

    /** Nobody can tell what came of the call. */
    record Uncertain(EvidenceNote evidence) implements AttemptAnswer {}

    /** The owner knows how its attempt ended. */
    record Converged() implements AttemptAnswer {}

    /** The owner could not be told, for now. */
    record NotConverged() implements AttemptAnswer {}

    /** The allocation has ended; answers no call. */
    record Ended(EvidenceNote evidence) implements AttemptAnswer {}

    /** The allocation is known more exactly; answers no call. */
    record Evolved(AllocationRef ref) implements AttemptAnswer {}
}
