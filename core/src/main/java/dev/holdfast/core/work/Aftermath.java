// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import java.time.Duration;
import java.util.Optional;

/**
 * What a unit becomes after a run that did not end it: asks {@link RunAgain}, then counts.
 *
 * @param attempts of the unit, this run included when it was answered and had started
 * @param losses of the unit, this run included when it was lost and may have started
 */
record Aftermath(int attempts, int losses, WorkState state) {
    /** A holder gave the unit back. {@code unit} counts neither an attempt nor a loss for this claim yet. */
    static Aftermath ofRelease(
            Unit unit, int losses, PoolPolicy policy, Fence fence, Answer.Released answer, Moment now) {
        int attempts = unit.attempts() + (answer.evidence() == Evidence.NOT_STARTED ? 0 : 1);
        WorkState state = next(
                unit,
                attempts,
                losses,
                policy,
                fence,
                answer.evidence(),
                answer.delay(),
                answer.reason(),
                WorkState.Origin.RELEASED,
                now);
        return new Aftermath(attempts, losses, state);
    }

    /** A claim ended without its holder. One that provably never began costs nothing. */
    static Aftermath ofLoss(Unit unit, PoolPolicy policy, Claim claim, boolean neverBegan, String code, Moment now) {
        int losses = unit.losses() + (neverBegan ? 0 : 1);
        Evidence evidence = neverBegan ? Evidence.NOT_STARTED : Evidence.UNKNOWN;
        WorkState state = next(
                unit,
                unit.attempts(),
                losses,
                policy,
                claim.fence(),
                evidence,
                Optional.empty(),
                code,
                WorkState.Origin.LOST,
                now);
        return new Aftermath(unit.attempts(), losses, state);
    }

    /** Evidence has shown that the run in question was not applied. */
    static Aftermath ofResolution(Unit unit, PoolPolicy policy, Fence fence, Moment now) {
        WorkState state = next(
                unit,
                unit.attempts(),
                unit.losses(),
                policy,
                fence,
                Evidence.NOT_APPLIED,
                Optional.of(Duration.ZERO),
                "",
                WorkState.Origin.RESOLVED,
                now);
        return new Aftermath(unit.attempts(), unit.losses(), state);
    }

    private static WorkState next(
            Unit unit,
            int attempts,
            int losses,
            PoolPolicy policy,
            Fence fence,
            Evidence evidence,
            Optional<Duration> delay,
            String reason,
            WorkState.Origin origin,
            Moment now) {
        if (!RunAgain.mayRunAgain(unit.requirements(), evidence)) {
            return new WorkState.Uncertain(fence, now, reason, origin == WorkState.Origin.LOST);
        }
        WorkState.EndedBy by = endedBy(origin);
        if (unit.cancel().isPresent()) {
            return end(Status.CANCELLED, now, WorkState.EndedBy.CANCEL, Codes.CANCELLED, evidence);
        }
        if (attempts >= policy.maxAttempts()) {
            return end(Status.POISONED, now, by, Codes.ATTEMPTS_EXHAUSTED, evidence);
        }
        if (losses >= policy.maxLosses()) {
            return end(Status.POISONED, now, by, Codes.LOSSES_EXHAUSTED, evidence);
        }
        Duration wait = evidence == Evidence.NOT_STARTED
                ? Duration.ZERO
                : policy.retry().wait(attempts + losses, unit.id(), fence);
        return new WorkState.Queued(now.plus(delay.orElse(wait)), origin);
    }

    private static WorkState.EndedBy endedBy(WorkState.Origin origin) {
        return switch (origin) {
            case ADMITTED, PROMOTED -> WorkState.EndedBy.ADMISSION;
            case RELEASED -> WorkState.EndedBy.HOLDER;
            case LOST -> WorkState.EndedBy.SWEEP;
            case RESOLVED, REDRIVEN -> WorkState.EndedBy.OPERATOR;
        };
    }

    static WorkState.Ended end(Status status, Moment now, WorkState.EndedBy by, String code, Evidence evidence) {
        return new WorkState.Ended(status, now, by, code, evidence, Optional.empty(), "");
    }
}
