// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.spi;

import dev.holdfast.core.attempt.EvidenceNote;

/** The state of an allocation; says nothing about the answer of the work in it. */
public sealed interface Inspection {
    /** How far an allocation got that has not ended. */
    enum Phase {
        /** It is being made. */
        PROVISIONING,
        /** It is there, and nothing runs in it yet. */
        READY,
        RUNNING,
        /** It is there and stands still. */
        SUSPENDED
    }

    record Present(Phase phase) implements Inspection {}

    /** It has ended by itself. What it started may have been left behind: {@link Provisioner#terminate} cleans up. */
    record Ended(EvidenceNote evidence) implements Inspection {}

    /** There is no such allocation any more, or there never was one. */
    record Absent(EvidenceNote evidence) implements Inspection {}

    /** Nobody can tell at present. */
    record Unknown(EvidenceNote evidence) implements Inspection {}
}
