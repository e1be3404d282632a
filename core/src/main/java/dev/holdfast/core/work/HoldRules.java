// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * What ends a hold. Whoever comes first decides; a hold whose time is over goes on until a sweep finds it.
 *
 * <pre>
 *                                        promote     withdraw    sweep
 * no such unit                           NotFound    NotFound
 * HELD                                   Promoted    Withdrawn   when its time is over: PROMOTE / WITHDRAW
 * ended by a withdrawal                  Withdrawn   Repeated
 * anything else                          Repeated    TooLate
 * </pre>
 *
 * <p>A promotion is an admission to the queue: delay and latest start are counted from it, so that a hold takes nothing
 * away from what its submitter asked for.
 */
final class HoldRules {
    private HoldRules() {}

    static Ruling<PromoteDecision> promote(Promote command, Optional<Unit> stored, Moment now) {
        if (stored.isEmpty()) {
            return Ruling.unchanged(new PromoteDecision.NotFound());
        }
        Unit unit = stored.get();
        if (unit.state() instanceof WorkState.Held) {
            return Ruling.changed(unit.promoted(now), new PromoteDecision.Promoted());
        }
        return Ruling.unchanged(withdrawal(unit)
                .<PromoteDecision>map(end -> new PromoteDecision.Withdrawn(end.at()))
                .orElseGet(() -> new PromoteDecision.Repeated(unit.status())));
    }

    static Ruling<WithdrawDecision> withdraw(Withdraw command, Optional<Unit> stored, Moment now) {
        if (stored.isEmpty()) {
            return Ruling.unchanged(new WithdrawDecision.NotFound());
        }
        Unit unit = stored.get();
        if (unit.state() instanceof WorkState.Held) {
            Unit requested = unit.cancelRequested(new CancelRequest(command.actor(), command.reason(), now));
            return Ruling.changed(
                    requested.moved(unit.attempts(), withdrawn(now, WorkState.EndedBy.CANCEL)),
                    new WithdrawDecision.Withdrawn());
        }
        return Ruling.unchanged(withdrawal(unit)
                .<WithdrawDecision>map(end -> new WithdrawDecision.Repeated(end.at()))
                .orElseGet(() -> new WithdrawDecision.TooLate(unit.status())));
    }

    /** What the end of a hold makes of a unit; empty when its time is not over. A hold lasts up to its end, not beyond. */
    static Optional<Unit> over(Unit unit, Moment now) {
        if (!(unit.state() instanceof WorkState.Held held) || now.isBefore(held.until())) {
            return Optional.empty();
        }
        return Optional.of(
                switch (held.then()) {
                    case PROMOTE -> unit.promoted(now);
                    case WITHDRAW -> unit.moved(unit.attempts(), withdrawn(now, WorkState.EndedBy.SWEEP));
                });
    }

    private static WorkState withdrawn(Moment now, WorkState.EndedBy by) {
        return Aftermath.end(Status.CANCELLED, now, by, Codes.WITHDRAWN, Evidence.NOT_STARTED);
    }

    /** The end of a life that was withdrawn. A holder may end its run with the same code, which is its own affair. */
    private static Optional<WorkState.Ended> withdrawal(Unit unit) {
        return unit.state() instanceof WorkState.Ended end
                        && end.code().equals(Codes.WITHDRAWN)
                        && end.by() != WorkState.EndedBy.HOLDER
                ? Optional.of(end)
                : Optional.empty();
    }
}
