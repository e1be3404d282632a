// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * A cancel belongs to a life; the first request wins and sticks through retry, loss and uncertainty.
 *
 * <pre>
 * 1 no such unit                             NotFound
 * 2 ended CANCELLED by an earlier request    Repeated
 * 3 ended                                    TooLate
 * 4 requested before                         Repeated
 * 5 HELD, QUEUED                             Cancelled (ends the life)
 * 6 CLAIMED                                  CancelRequested
 * 7 UNCERTAIN                                CancelRecorded
 * </pre>
 */
final class CancelRules {
    private CancelRules() {}

    static Ruling<CancelDecision> cancel(Cancel command, Optional<Unit> stored, Moment now) {
        if (stored.isEmpty()) {
            return Ruling.unchanged(new CancelDecision.NotFound());
        }
        Unit unit = stored.get();
        Optional<CancelRequest> first = unit.cancel();
        if (unit.status().isEnd() && (unit.status() != Status.CANCELLED || first.isEmpty())) {
            return Ruling.unchanged(new CancelDecision.TooLate(unit.status()));
        }
        if (first.isPresent()) {
            return Ruling.unchanged(new CancelDecision.Repeated(first.get()));
        }
        Unit requested = unit.cancelRequested(new CancelRequest(command.actor(), command.reason(), now));
        return switch (unit.state()) {
            case WorkState.Held held -> ended(unit, requested, now);
            case WorkState.Queued queued -> ended(unit, requested, now);
            case WorkState.Claimed claimed -> Ruling.changed(requested, new CancelDecision.CancelRequested());
            case WorkState.Uncertain uncertain -> Ruling.changed(requested, new CancelDecision.CancelRecorded());
            case WorkState.Ended ended -> Ruling.unchanged(new CancelDecision.TooLate(ended.status()));
        };
    }

    private static Ruling<CancelDecision> ended(Unit unit, Unit requested, Moment now) {
        WorkState end =
                Aftermath.end(Status.CANCELLED, now, WorkState.EndedBy.CANCEL, Codes.CANCELLED, unit.evidenceSoFar());
        return Ruling.changed(requested.moved(unit.attempts(), end), new CancelDecision.Cancelled());
    }
}
