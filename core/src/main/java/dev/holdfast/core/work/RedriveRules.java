// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * A redrive begins one life more, for the one that it expects to be over; it issues no fence.
 *
 * <pre>
 * 1 no such unit                                NotFound
 * 2 the life after the expected one has begun   Repeated
 * 3 another life than the expected one          AnotherLife
 * 4 not ended / ended with success              NotEnded / HasSucceeded
 * 5 its payload was taken away                   IsRedacted
 * 6 a late answer of any life, not forced       HasLateAnswer
 * 7 FAILED, CANCELLED, POISONED                 Redriven: QUEUED, attempts and losses 0, no cancel
 * </pre>
 *
 * <p>A late answer counts whatever life it belongs to: a run of an earlier life may have had its effect as well.
 */
final class RedriveRules {
    private RedriveRules() {}

    static Ruling<RedriveDecision> redrive(Redrive command, Optional<Unit> stored, Moment now) {
        if (stored.isEmpty()) {
            return Ruling.unchanged(new RedriveDecision.NotFound());
        }
        Unit unit = stored.get();
        if (unit.life() - 1 == command.expectedLife()) {
            PastLife.Redriven first = unit.lives().getLast().redriven();
            return Ruling.unchanged(new RedriveDecision.Repeated(first, unit.status()));
        }
        if (unit.life() != command.expectedLife()) {
            return Ruling.unchanged(new RedriveDecision.AnotherLife(unit.life(), unit.status()));
        }
        if (!(unit.state() instanceof WorkState.Ended ended)) {
            return Ruling.unchanged(new RedriveDecision.NotEnded(unit.status()));
        }
        if (ended.status() == Status.SUCCEEDED) {
            return Ruling.unchanged(new RedriveDecision.HasSucceeded());
        }
        if (unit.isRedacted()) {
            return Ruling.unchanged(new RedriveDecision.IsRedacted());
        }
        Optional<PastClaim> late = command.force() ? Optional.empty() : unit.newestLateAnswer();
        if (late.isPresent()) {
            return Ruling.unchanged(new RedriveDecision.HasLateAnswer(
                    late.get().claim().fence(), late.get().late().orElseThrow()));
        }
        PastLife over = new PastLife(
                unit.life(),
                ended,
                unit.cancel(),
                new PastLife.Redriven(command.actor(), command.reason(), command.force(), now));
        Unit after = unit.livesAgain(over, now);
        return Ruling.changed(after, new RedriveDecision.Redriven(after.life()));
    }
}
