// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.Decision;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.SubmitClaimedDecision;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.SubmitTogetherDecision;
import dev.holdfast.core.work.Unit;
import java.util.List;

/** Of an answer, what all ledgers have to agree on. */
final class Essence {
    private Essence() {}

    /**
     * All of an answer but the guess whether there is more, and but the sequence of a unit, which has to be the one that
     * the ledger shows elsewhere.
     */
    static Object of(Decision decision, Ledger ledger) {
        return switch (decision) {
            case ClaimDecision.Granted granted -> List.of(granted.grants(), granted.spent());
            case ClaimDecision.NothingFits nothing -> nothing.lacking();
            case SubmitTogetherDecision.Admitted together ->
                new SubmitTogetherDecision.Admitted(together.each().stream()
                        .map(each -> (SubmitDecision) of(each, ledger))
                        .toList());
            case SubmitClaimedDecision.Repeated repeated ->
                new SubmitClaimedDecision.Repeated(unnumbered(repeated.unit(), ledger), repeated.until());
            case SubmitDecision.Repeated repeated ->
                new SubmitDecision.Repeated(unnumbered(repeated.unit(), ledger), repeated.until());
            default -> decision;
        };
    }

    private static Unit unnumbered(Unit unit, Ledger ledger) {
        boolean same = ledger.ask(new Inspect(unit.id()))
                .filter(shown -> shown.sequence() == unit.sequence())
                .isPresent();
        return same ? unit.numbered(Unit.UNNUMBERED) : unit;
    }
}
