// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;

/**
 * Creation and giving up.
 *
 * <pre>
 * create   1 request known, other instruction         RequestConflict
 *          2 request known                            Replayed
 *          3 the attempt id is taken                  DuplicateAttempt
 *          4 another attempt is active than expected  PredecessorMismatch
 *          5 as many attempts as the budget allows    RetriesExhausted
 *          6 Created: a pending predecessor is settled as superseded, the gate of any other closes
 * abandon  1 not the active attempt, or none          Fenced
 *          2 allocated                                AlreadyAllocated
 *          3 provisioning                             AlreadyProvisioning
 *          4 abandoned / ended otherwise              AlreadyAbandoned / AlreadySettled
 *          5 Abandoned
 * </pre>
 *
 * <p>An unsettled predecessor is always changed by its successor, so that no decision about it that was made on the old series
 * can be saved.
 */
final class SeriesRules {
    private SeriesRules() {}

    static CreateAttempt.Decided create(CreateAttempt command, AttemptBatch batch, Scene scene) {
        Optional<Attempt> known = batch.of(new AttemptsAsk.Request(command.owner(), command.requestKey()));
        Optional<Series> series = batch.series(command.owner());
        Facts facts =
                Facts.of(series.map(Series::active), series.map(Series::active).flatMap(batch::find));
        if (known.isPresent()) {
            Origin origin = known.get().origin();
            return origin.instruction().equals(command.instruction())
                    ? new CreateAttempt.Replayed(
                            origin.id(),
                            origin.ordinal(),
                            series.filter(each -> each.active().equals(origin.id()))
                                    .isPresent())
                    : new Refusal.RequestConflict(facts, origin.id());
        }
        if (batch.find(command.attempt()).isPresent()) {
            return new Refusal.DuplicateAttempt(facts);
        }
        if (!series.map(Series::active).equals(command.expectedCurrent())) {
            return new Refusal.PredecessorMismatch(facts);
        }
        Optional<Attempt> before = series.map(each -> batch.find(each.active()).orElseThrow());
        int ordinal = series.map(Series::length).orElse(0) + 1;
        int budget = before.map(each -> Math.min(each.origin().retryBudget(), command.retryBudget()))
                .orElse(command.retryBudget());
        if (ordinal - 1 > before.map(each -> each.origin().retryBudget()).orElse(0)) {
            return new Refusal.RetriesExhausted(
                    facts, before.orElseThrow().origin().retryBudget());
        }
        before.filter(each -> !each.isSettled()).ifPresent(each -> batch.change(superseded(each, scene)));
        Origin origin = new Origin(
                command.attempt(),
                command.owner(),
                ordinal,
                command.expectedCurrent(),
                budget,
                command.requestKey(),
                command.instruction(),
                scene.now(),
                scene.now().plus(command.bootstrap()));
        batch.create(Attempt.created(origin), new Series(command.owner(), origin.id(), ordinal));
        return new CreateAttempt.Created(origin.id(), ordinal, origin.predecessor());
    }

    private static Attempt superseded(Attempt before, Scene scene) {
        return before.stage() instanceof Stage.Pending
                ? before.settled(Settlement.Kind.SUPERSEDED, scene.now(), Happened.SUPERSEDED, Optional.empty())
                : before.gateClosed();
    }

    static AttemptRuling<AbandonPending.Decided> abandon(AbandonPending command, Scene scene) {
        Optional<Attempt> attempt = scene.of(command.owner());
        if (attempt.isEmpty() || !scene.isActive()) {
            return AttemptRuling.unchanged(
                    new Refusal.Fenced(attempt.isEmpty() ? scene.notFound().facts() : scene.facts()));
        }
        return switch (attempt.get().status()) {
            case ALLOCATED -> AttemptRuling.unchanged(new Refusal.AlreadyAllocated(scene.facts()));
            case PROVISIONING -> AttemptRuling.unchanged(new Refusal.AlreadyProvisioning(scene.facts()));
            case SETTLED ->
                AttemptRuling.unchanged(
                        attempt.get().settlement().orElseThrow().kind() == Settlement.Kind.ABANDONED
                                ? new AbandonPending.AlreadyAbandoned()
                                : new Refusal.AlreadySettled(scene.facts()));
            case PENDING ->
                AttemptRuling.changed(
                        attempt.get()
                                .settled(Settlement.Kind.ABANDONED, scene.now(), Happened.ABANDONED, Optional.empty()),
                        new AbandonPending.Abandoned());
        };
    }
}
