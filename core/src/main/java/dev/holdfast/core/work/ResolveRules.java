// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * Evidence about a run whose outcome was not known: compare-and-set on the fence in question. It issues no fence.
 *
 * <pre>
 * 1 no such unit                                     NotFound
 * 2 this claim was resolved before: same / other     Repeated / Conflict
 * 3 not UNCERTAIN                                    NotUncertain
 * 4 another claim is in question                     StaleFence
 * 5 accepted: NotApplied asks {@link RunAgain}'s yes; every other resolution ends the life
 * </pre>
 */
final class ResolveRules {
    private ResolveRules() {}

    static Ruling<ResolveDecision> resolve(Resolve command, Optional<Unit> stored, PoolPolicy policy, Moment now) {
        if (stored.isEmpty()) {
            return Ruling.unchanged(new ResolveDecision.NotFound());
        }
        Unit unit = stored.get();
        Optional<PastClaim> claim = unit.past(command.fence());
        Optional<PastClaim.Resolved> before = claim.flatMap(PastClaim::resolution);
        if (before.isPresent()) {
            return Ruling.unchanged(
                    before.get().says(command)
                            ? new ResolveDecision.Repeated(unit.status())
                            : new ResolveDecision.Conflict(before.get().resolution()));
        }
        if (!(unit.state() instanceof WorkState.Uncertain uncertain)) {
            return Ruling.unchanged(new ResolveDecision.NotUncertain(unit.status()));
        }
        if (claim.isEmpty() || !uncertain.fence().equals(command.fence())) {
            return Ruling.unchanged(new ResolveDecision.StaleFence(command.fence(), uncertain.fence()));
        }
        WorkState next = next(command, unit, policy, now);
        PastClaim.Resolved evidence =
                new PastClaim.Resolved(command.resolution(), command.reference(), command.actor(), now);
        Unit after = unit.pastReplaced(claim.get().resolved(evidence), unit.attempts(), unit.losses(), next);
        return Ruling.changed(after, new ResolveDecision.Resolved(after.status()));
    }

    private static WorkState next(Resolve command, Unit unit, PoolPolicy policy, Moment now) {
        return switch (command.resolution()) {
            case Resolution.NotApplied again ->
                Aftermath.ofResolution(unit, policy, command.fence(), now).state();
            case Resolution.Succeeded done ->
                new WorkState.Ended(
                        Status.SUCCEEDED,
                        now,
                        WorkState.EndedBy.OPERATOR,
                        "",
                        Evidence.APPLIED,
                        Optional.of(done.result()),
                        command.reference());
            case Resolution.Failed failed -> ended(Status.FAILED, failed.code(), command, now);
            case Resolution.Cancelled cancelled -> ended(Status.CANCELLED, cancelled.code(), command, now);
        };
    }

    private static WorkState ended(Status status, String code, Resolve command, Moment now) {
        return new WorkState.Ended(
                status, now, WorkState.EndedBy.OPERATOR, code, Evidence.UNKNOWN, Optional.empty(), command.reference());
    }
}
