// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.runtime.spi.Discovery;
import dev.holdfast.runtime.spi.Inspection;
import java.util.Optional;

/**
 * What one controller has found out about one attempt and the ledger does not know yet, or needs no knowledge of. Lost with
 * the controller; the next one finds out again. Not thread-safe.
 */
final class AttemptFindings {
    private Optional<AllocationRef> found = Optional.empty();
    private boolean discovered;
    private Optional<AllocationRef> evolved = Optional.empty();
    private Optional<EvidenceNote> absent = Optional.empty();
    private Optional<EvidenceNote> lost = Optional.empty();
    private Optional<EvidenceNote> ended = Optional.empty();
    private Optional<EvidenceNote> gone = Optional.empty();
    private Optional<EvidenceNote> doubt = Optional.empty();
    private boolean present;
    private boolean watched;
    private boolean converged;

    void add(AttemptAnswer answer) {
        switch (answer) {
            case AttemptAnswer.Allocated(AllocationRef ref) -> {
                found = Optional.of(ref);
                discovered = false;
                watched = true;
            }
            case AttemptAnswer.Refused(EvidenceNote evidence) -> absent = Optional.of(evidence);
            case AttemptAnswer.Lost(EvidenceNote evidence) -> lost = Optional.of(evidence);
            case AttemptAnswer.Discovered(Discovery discovery) -> add(discovery);
            case AttemptAnswer.Inspected(Inspection inspection) -> add(inspection);
            case AttemptAnswer.Attached attached -> watched = true;
            case AttemptAnswer.Terminated(EvidenceNote evidence) -> gone = Optional.of(evidence);
            case AttemptAnswer.Uncertain(EvidenceNote evidence) -> doubt = Optional.of(evidence);
            case AttemptAnswer.Converged ended -> converged = true;
            case AttemptAnswer.NotConverged not -> converged = false;
            case AttemptAnswer.Ended(EvidenceNote evidence) -> ended = Optional.of(evidence);
            case AttemptAnswer.Evolved(AllocationRef ref) -> evolved = Optional.of(ref);
        }
    }

    private void add(Discovery discovery) {
        switch (discovery) {
            case Discovery.Found(AllocationRef ref) -> {
                found = Optional.of(ref);
                discovered = true;
            }
            case Discovery.ConfirmedAbsent(EvidenceNote evidence) -> absent = Optional.of(evidence);
            case Discovery.Unknown(EvidenceNote evidence) -> doubt = Optional.of(evidence);
        }
    }

    private void add(Inspection inspection) {
        switch (inspection) {
            case Inspection.Present there -> present = true;
            case Inspection.Ended(EvidenceNote evidence) -> ended = Optional.of(evidence);
            case Inspection.Absent(EvidenceNote evidence) -> ended = Optional.of(evidence);
            case Inspection.Unknown(EvidenceNote evidence) -> doubt = Optional.of(evidence);
        }
    }

    /** An allocation that the ledger has not been told of. */
    Optional<AllocationRef> found() {
        return found;
    }

    /** Whether that one was found again and not made by this controller. */
    boolean isDiscovered() {
        return discovered;
    }

    Optional<AllocationRef> evolved() {
        return evolved;
    }

    /** Proof that there is no allocation and will be none. */
    Optional<EvidenceNote> absent() {
        return absent;
    }

    /** Proof that the process is gone that would have kept the allocation. */
    Optional<EvidenceNote> lost() {
        return lost;
    }

    /** Proof that the allocation has ended; something may be left of it. */
    Optional<EvidenceNote> ended() {
        return ended;
    }

    /** Proof that nothing is left of the allocation. */
    Optional<EvidenceNote> gone() {
        return gone;
    }

    /** What nobody can tell, and the ledger has not been told of. */
    Optional<EvidenceNote> doubt() {
        return doubt;
    }

    /** Whether the allocation was there when somebody looked. */
    boolean isPresent() {
        return present;
    }

    /** Whether the end of the allocation will be told without being asked for. */
    boolean isWatched() {
        return watched;
    }

    boolean isConverged() {
        return converged;
    }

    void foundWasTold() {
        found = Optional.empty();
    }

    void evolvedWasTold() {
        evolved = Optional.empty();
    }

    void doubtWasTold() {
        doubt = Optional.empty();
    }

    /** There is an allocation after all, as the ledger knows. */
    void notAbsent() {
        absent = Optional.empty();
    }
}
