// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.work.HeartbeatDecision.Directive;
import java.util.List;

/** Does to the held claims what the ledger tells with a heartbeat. */
final class Directives {
    private final HeldClaims held;
    private final Reports reports;

    /**
     * What does not concern single claims.
     *
     * @param draining whether to take nothing new
     * @param listWanted whether the next heartbeat is to list the holdings
     */
    record Obeyed(boolean draining, boolean listWanted) {}

    Directives(HeldClaims held, Reports reports) {
        this.held = held;
        this.reports = reports;
    }

    Obeyed obey(List<Directive> directives) {
        boolean draining = false;
        boolean listWanted = false;
        for (Directive directive : directives) {
            switch (directive) {
                case Directive.CancelClaim cancel ->
                    held.find(cancel.work(), cancel.fence()).ifPresent(Held::cancel);
                case Directive.Lost lost -> held.find(lost.work(), lost.fence()).ifPresent(this::lose);
                case Directive.Drain drain -> draining = true;
                case Directive.SendHoldings list -> listWanted = true;
            }
        }
        return new Obeyed(draining, listWanted);
    }

    /** A claim whose answer is on the way ends with the reply to it, which says more. */
    private void lose(Held claim) {
        if (claim.isAnswered()) {
            return;
        }
        held.remove(List.of(claim));
        if (claim.lose()) {
            reports.lost(claim, "the ledger says so");
        }
    }
}
