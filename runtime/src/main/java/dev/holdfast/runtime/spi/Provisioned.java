// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.spi;

import dev.holdfast.core.attempt.EvidenceNote;

/** What came of {@link Provisioner#provision}. */
public sealed interface Provisioned {
    record Allocated(Allocation allocation) implements Provisioned {}

    /**
     * There is no allocation and never will be one: the request was refused before anything was asked for, or the way to an
     * allocation is closed for ever.
     */
    record ConfirmedAbsent(EvidenceNote evidence) implements Provisioned {}
}
