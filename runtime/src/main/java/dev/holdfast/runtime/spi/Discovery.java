// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.spi;

import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.EvidenceNote;

/** What a search for the allocation of an attempt has shown. */
public sealed interface Discovery {
    /** Exactly this one. It may have ended. */
    record Found(AllocationRef ref) implements Discovery {}

    /** The search is complete: there is none, and there never will be one, whoever still asks for it. */
    record ConfirmedAbsent(EvidenceNote evidence) implements Discovery {}

    /** Nothing was found, or more than one, and that proves nothing. */
    record Unknown(EvidenceNote evidence) implements Discovery {}
}
