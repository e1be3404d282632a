// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * What ends a claim without its holder, and what ends a wait.
 *
 * <pre>
 * CLAIMED  worker dead, or its lease over     LOST, code worker-dead
 * CLAIMED  run limit passed                   LOST, code run-limit
 * CLAIMED  its ledger was restored            LOST, code restored
 * CLAIMED  holder does not know of the claim  UNKNOWN_TO_HOLDER, never began; but LOST when it was begun
 * QUEUED   latest start passed                FAILED, code too-late-to-start
 * </pre>
 */
final class LossRules {
    private LossRules() {}

    /** A unit that must be begun and was not has certainly not started. */
    static boolean neverBegan(Claim claim, Unit unit) {
        return unit.requirements().mustBegin() && claim.begunAt().isEmpty();
    }

    /** @param workerLive whether the claim's worker is live at {@code now} */
    static Optional<Unit> lost(Unit unit, boolean workerLive, PoolPolicy policy, Moment now) {
        Optional<Claim> claim = unit.claim();
        if (claim.isEmpty()) {
            return Optional.empty();
        }
        boolean tooLong =
                claim.get().runUntil().filter(limit -> !now.isBefore(limit)).isPresent();
        if (workerLive && !tooLong) {
            return Optional.empty();
        }
        String code = workerLive ? Codes.RUN_LIMIT : Codes.WORKER_DEAD;
        return Optional.of(
                end(unit, claim.get(), PastClaim.End.LOST, neverBegan(claim.get(), unit), code, policy, now));
    }

    static Ruling<HandBack.Done> handBack(HandBack command, Optional<Unit> stored, PoolPolicy policy, Moment now) {
        return stored.flatMap(unit -> unit.claim()
                        .filter(claim -> claim.fence().equals(command.fence()))
                        .map(claim -> {
                            boolean begun = claim.begunAt().isPresent();
                            PastClaim.End how = begun ? PastClaim.End.LOST : PastClaim.End.UNKNOWN_TO_HOLDER;
                            return end(unit, claim, how, !begun, Codes.UNKNOWN_TO_HOLDER, policy, now);
                        }))
                .map(after -> Ruling.changed(after, new HandBack.Done(true)))
                .orElseGet(() -> Ruling.unchanged(new HandBack.Done(false)));
    }

    static Unit restored(Unit unit, Claim claim, PoolPolicy policy, Moment now) {
        return end(unit, claim, PastClaim.End.LOST, neverBegan(claim, unit), Codes.RESTORED, policy, now);
    }

    private static Unit end(
            Unit unit, Claim claim, PastClaim.End how, boolean neverBegan, String code, PoolPolicy policy, Moment now) {
        Aftermath next = Aftermath.ofLoss(unit, policy, claim, neverBegan, code, now);
        return unit.claimEnded(PastClaim.ended(claim, now, how), next.attempts(), next.losses(), next.state());
    }

    /** A unit may start at its latest start, not after it. */
    static Optional<Unit> late(Unit unit, Moment now) {
        boolean isLate = unit.state() instanceof WorkState.Queued
                && unit.startBy().filter(now::isAfter).isPresent();
        return isLate
                ? Optional.of(unit.moved(
                        unit.attempts(),
                        Aftermath.end(
                                Status.FAILED,
                                now,
                                WorkState.EndedBy.SWEEP,
                                Codes.TOO_LATE_TO_START,
                                unit.evidenceSoFar())))
                : Optional.empty();
    }
}
