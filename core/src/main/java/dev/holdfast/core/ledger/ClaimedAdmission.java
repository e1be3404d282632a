// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.SubmitClaimed;
import dev.holdfast.core.work.SubmitClaimedDecision;
import dev.holdfast.core.work.SubmitClaimedRules;
import dev.holdfast.core.work.Terms;
import java.util.Optional;

/** A unit that is admitted and claimed in one: as {@link Admission}, a refusal is given after another look at the policy. */
final class ClaimedAdmission {
    /** A policy that changes more often while one submission is decided is changed by a fault. */
    private static final int MOST_TRIES = 100;

    private ClaimedAdmission() {}

    static SubmitClaimedDecision decide(SubmitClaimed command, Admission.Source source, Shelf shelf) {
        Optional<Terms> terms = source.known();
        for (int i = 0; i < MOST_TRIES; i++) {
            AdmissionRules.Screening screening = AdmissionRules.screen(command.submit(), terms);
            Optional<SubmitClaimedDecision> refusal = SubmitClaimedRules.screen(command, screening, terms);
            Optional<Terms> newest = refusal.isPresent() && terms.isPresent() ? source.newest() : terms;
            if (newest.map(Terms::revision).equals(terms.map(Terms::revision))) {
                Optional<SubmitClaimedDecision> decision = refusal.or(() -> inserted(command, screening, shelf));
                if (decision.isPresent()) {
                    return decision.get();
                }
                newest = source.newest();
            }
            terms = newest;
        }
        throw new LedgerUnavailable(
                "the policy of pool '" + command.pool() + "' changed " + MOST_TRIES + " times meanwhile");
    }

    /** Empty when the revision is over. */
    private static Optional<SubmitClaimedDecision> inserted(
            SubmitClaimed command, AdmissionRules.Screening screening, Shelf shelf) {
        return switch (screening) {
            case AdmissionRules.Screening.Refused refused -> Optional.empty();
            case AdmissionRules.Screening.Insert accepted -> inserted(command, accepted.unit(), shelf);
        };
    }

    private static Optional<SubmitClaimedDecision> inserted(SubmitClaimed command, NewUnit unit, Shelf shelf) {
        return switch (shelf.insertClaimed(unit, command.claim(), page -> SubmitClaimedRules.decide(command, page))) {
            case Shelf.OutOfTurnResult.InTheWay found ->
                found.insertion() instanceof Insertion.Outdated
                        ? Optional.empty()
                        : Optional.of(SubmitClaimedRules.inTheWay(command, unit, found.insertion()));
            case Shelf.OutOfTurnResult.Won won -> Optional.of(new SubmitClaimedDecision.Granted(won.grant()));
            case Shelf.OutOfTurnResult.Refused refused -> Optional.of(refused.decision());
        };
    }
}
