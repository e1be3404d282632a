// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static java.util.Map.entry;

import dev.holdfast.core.Decision;
import dev.holdfast.core.work.BeginDecision;
import dev.holdfast.core.work.CancelDecision;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.HeartbeatDecision;
import dev.holdfast.core.work.HolderRefusal;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.PromoteDecision;
import dev.holdfast.core.work.RedactDecision;
import dev.holdfast.core.work.RedriveDecision;
import dev.holdfast.core.work.ResolveDecision;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.WithdrawDecision;
import dev.holdfast.core.work.WorkerDead;
import dev.holdfast.core.work.WorkerUnknown;
import java.util.Map;

/** Which guard of the rules gave a decision: each decision is the answer of one guard, and here is what it looked at. */
final class Guards {
    private static final String NO_UNIT = "there is no such unit";
    private static final String SAME = "the same was said before";

    private static final Map<Class<? extends Decision>, String> WORDS = Map.ofEntries(
            entry(HolderRefusal.NotFound.class, NO_UNIT),
            entry(HolderRefusal.NotTheHolder.class, "the fence was never this unit's, or the secret is another"),
            entry(HolderRefusal.StaleFence.class, "the unit has been claimed again since"),
            entry(HolderRefusal.TooLate.class, "this life was ended by somebody else"),
            entry(BeginDecision.Repeated.class, SAME),
            entry(SettleDecision.Repeated.class, SAME),
            entry(SettleDecision.Conflict.class, "this claim has another answer"),
            entry(SettleDecision.SettleInstead.class, "the effect is in the ledger's own transaction"),
            entry(SettleDecision.ResolveInstead.class, "the question of this inquiry is open"),
            entry(CancelDecision.NotFound.class, NO_UNIT),
            entry(CancelDecision.TooLate.class, "the unit has ended"),
            entry(CancelDecision.Repeated.class, SAME),
            entry(CancelDecision.QuestionOpen.class, "the question of this inquiry is open"),
            entry(ResolveDecision.NotFound.class, NO_UNIT),
            entry(ResolveDecision.Repeated.class, SAME),
            entry(ResolveDecision.Conflict.class, "there is other evidence about this claim"),
            entry(ResolveDecision.NotUncertain.class, "the unit does not wait for evidence"),
            entry(ResolveDecision.StaleFence.class, "another claim is in question"),
            entry(RedriveDecision.NotFound.class, NO_UNIT),
            entry(RedriveDecision.Repeated.class, SAME),
            entry(RedriveDecision.AnotherLife.class, "the unit is in another life"),
            entry(RedriveDecision.NotEnded.class, "this life is not over"),
            entry(RedriveDecision.HasSucceeded.class, "the effect took place"),
            entry(RedriveDecision.IsRedacted.class, "the payload was taken away"),
            entry(RedriveDecision.HasLateAnswer.class, "a late answer is not to be passed over"),
            entry(RedriveDecision.QuestionClosed.class, "nobody asks this any more"),
            entry(RedactDecision.NotFound.class, NO_UNIT),
            entry(RedactDecision.Repeated.class, SAME),
            entry(RedactDecision.NotEnded.class, "the unit may still run"),
            entry(PromoteDecision.NotFound.class, NO_UNIT),
            entry(PromoteDecision.Repeated.class, "the unit is not held"),
            entry(PromoteDecision.Withdrawn.class, "it was withdrawn before"),
            entry(WithdrawDecision.NotFound.class, NO_UNIT),
            entry(WithdrawDecision.Repeated.class, SAME),
            entry(WithdrawDecision.TooLate.class, "the unit is not held"),
            entry(SubmitDecision.Repeated.class, "the key has a unit of the same intent"),
            entry(SubmitDecision.Conflict.class, "the key or id has a unit of another intent"),
            entry(SubmitDecision.Reserved.class, "only the ledger gives such names"),
            entry(SubmitDecision.Undefined.class, "the pool does not define what the unit names"),
            entry(SubmitDecision.TooManyQueued.class, "as many are queued as the policy allows"),
            entry(SubmitDecision.TooManyShapes.class, "the pool has as many eligibilities as it can hold"),
            entry(ClaimDecision.RequestConflict.class, "the request is another worker's or pool's"),
            entry(PoolUnknown.class, "there is no such pool"),
            entry(WorkerUnknown.class, "nobody registered the worker"),
            entry(WorkerDead.class, "the worker's lease is over"));

    private static final String NONE = "none: accepted";

    private Guards() {}

    /** For people. */
    static String of(Decision decision) {
        if (decision instanceof ClaimDecision.Granted granted
                && granted.grants().isEmpty()) {
            return "the request was answered before, and its claims have ended";
        }
        if (decision instanceof HeartbeatDecision.Renewed renewed
                && !renewed.directives().isEmpty()) {
            return "none: accepted, with directives";
        }
        return WORDS.getOrDefault(decision.getClass(), NONE);
    }
}
