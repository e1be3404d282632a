// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.core.ledger.LedgerClock;
import java.util.Optional;

/** What a controller itself is evidence of. */
final class ControllerEvidence {
    private static final int LONGEST_DATA = 200;

    private final LedgerClock wall;

    ControllerEvidence(LedgerClock wall) {
        this.wall = wall;
    }

    EvidenceNote nothingWasAskedFor() {
        return note("the attempt was no longer wanted, and no provider was asked", EvidenceNote.REFUSED_BEFORE_REQUEST);
    }

    EvidenceNote anotherAllocation(AllocationRef other) {
        String data = other.data().substring(0, Math.min(other.data().length(), LONGEST_DATA));
        return note("another allocation than the known one was found: " + data, EvidenceNote.AMBIGUOUS);
    }

    private EvidenceNote note(String summary, String code) {
        return new EvidenceNote("controller", summary, wall.now().toString(), Optional.of(code));
    }
}
