// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;

/**
 * The canonical answer: the first one stands.
 *
 * <pre>
 * 1 not the active attempt, or none            OutcomeFenced, which says whether this very outcome was accepted before
 * 2 an outcome is there: same / other          Duplicate / OutcomeConflict
 * 3 settled without one                        OutcomeConflict
 * 4 of a runtime: other generation, or not what is active   RuntimeFenceMismatch; nothing is kept
 * 5 Accepted: the text as it is, gate closed, the active operation stays, what is owed at the provider too
 * </pre>
 *
 * <p>No claim and no gate is asked: an answer counts whoever holds the provider. Another outcome that comes at 1, 2 or 3 is kept
 * as evidence and decides nothing.
 */
final class OutcomeRules {
    private OutcomeRules() {}

    static AttemptRuling<OutcomeDecision> commit(CommitOutcome command, Scene scene) {
        return decide(command.owner(), command.outcome(), Optional.of(command), scene);
    }

    static AttemptRuling<OutcomeDecision> declare(DeclareOutcome command, Scene scene) {
        return decide(command.owner(), command.outcome(), Optional.empty(), scene);
    }

    private static AttemptRuling<OutcomeDecision> decide(
            ExecutionOwnerId owner, OutcomeText outcome, Optional<CommitOutcome> runtime, Scene scene) {
        Optional<Attempt> found = scene.of(owner);
        if (found.isEmpty()) {
            return AttemptRuling.unchanged(
                    new Refusal.OutcomeFenced(scene.notFound().facts(), false, Optional.empty()));
        }
        Attempt attempt = found.get();
        Optional<OutcomeText> stored = attempt.outcome();
        boolean same = stored.filter(outcome::isSameAs).isPresent();
        if (!scene.isActive()) {
            return late(attempt, outcome, new Refusal.OutcomeFenced(scene.facts(), same, stored), scene);
        }
        if (attempt.settlement().orElse(null) instanceof Settlement.ByOutcome by && same) {
            return AttemptRuling.unchanged(new OutcomeDecision.Duplicate(by.outcome(), by.afterCancel()));
        }
        if (attempt.isSettled()) {
            return late(attempt, outcome, new Refusal.OutcomeConflict(scene.facts(), stored), scene);
        }
        if (runtime.filter(fence -> !holds(fence, attempt)).isPresent()) {
            return AttemptRuling.unchanged(new Refusal.RuntimeFenceMismatch(scene.facts()));
        }
        boolean afterCancel = attempt.cancellation().isPresent();
        Attempt told = attempt.logged(scene.now(), Happened.OUTCOME, Optional.empty());
        return AttemptRuling.changed(
                told.settled(new Settlement.ByOutcome(scene.now(), told.log().written(), outcome, afterCancel)),
                new OutcomeDecision.Accepted(outcome, afterCancel));
    }

    private static boolean holds(CommitOutcome fence, Attempt attempt) {
        Optional<Operation> active = attempt.operations().active();
        return attempt.runtime().isCurrent(fence.generation())
                && active.map(Operation::id).equals(fence.operation())
                && active.filter(each -> each.generation() != fence.generation())
                        .isEmpty();
    }

    private static AttemptRuling<OutcomeDecision> late(
            Attempt attempt, OutcomeText outcome, OutcomeDecision refusal, Scene scene) {
        boolean known = attempt.outcome().filter(outcome::isSameAs).isPresent()
                || attempt.late().stream().anyMatch(each -> each.outcome().isSameAs(outcome));
        if (known || attempt.late().size() >= LateOutcome.MAX) {
            return AttemptRuling.unchanged(refusal);
        }
        return AttemptRuling.changed(
                attempt.logged(scene.now(), Happened.LATE_OUTCOME, Optional.empty())
                        .and(new LateOutcome(scene.now(), outcome)),
                refusal);
    }
}
