// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.Decision;
import dev.holdfast.core.Payload;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers for claims when their time is over. Every run succeeds; an inquiry whose question is open finds nothing out,
 * since nobody knows what became of the run that it asks about.
 */
final class Holders {
    private static final Answer DONE = new Answer.Succeeded(Payload.EMPTY);
    private static final Answer NOTHING_FOUND = new Answer.Poisoned("forecast", Evidence.NOT_APPLIED);

    private final Ledger ledger;

    Holders(Ledger ledger) {
        this.ledger = ledger;
    }

    void settle(List<Timeline.Event.Done> done) {
        List<Settle> settles = done.stream().map(each -> settle(each, DONE)).toList();
        List<Decision> decisions = ledger.submitAll(settles);
        List<Settle> unanswered = new ArrayList<>();
        for (int i = 0; i < decisions.size(); i++) {
            if (decisions.get(i) instanceof SettleDecision.ResolveInstead) {
                unanswered.add(settle(done.get(i), NOTHING_FOUND));
            }
        }
        ledger.submitAll(unanswered);
    }

    private static Settle settle(Timeline.Event.Done done, Answer answer) {
        return new Settle(done.work(), done.fence(), Staging.SECRET, answer);
    }
}
