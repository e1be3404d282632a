// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Digest;
import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * Begin, settle, release: what the holder of a claim may still say. The guards look at the record of the claim that the
 * fence names, so that the answer does not depend on when a sweep ran.
 *
 * <pre>
 * 1 no such unit                                           NotFound
 * 2 fence never issued to it, or another secret            NotTheHolder
 * 3 this claim has had its holder's answer: same / other   Repeated / Conflict
 * 4 the unit has been claimed again                        StaleFence
 * 5 this life was ended, or evidence decided, meanwhile    TooLate
 * 6 CLAIMED; or QUEUED or UNCERTAIN because it was lost    accepted: the holder's word about its own
 *                                                          claim is the best evidence there is
 * </pre>
 *
 * <p>Nothing here asks whether the holder's lease still runs. A begin that comes after it, before a sweep, is accepted: that
 * may cost a question later, never a second run.
 *
 * <p>An answer refused at 4 or 5 is kept with its claim, the first one of each claim, for people to see.
 */
final class HolderRules {
    private HolderRules() {}

    /** Where the claim that a fence names stands. */
    private sealed interface Standing {
        record Refused(HolderRefusal refusal) implements Standing {}

        record Answered(Answer answer) implements Standing {}

        /** Live, or lost and not claimed since. */
        record Open(PastClaim claim, boolean live) implements Standing {}
    }

    static Ruling<BeginDecision> begin(Begin command, Optional<Unit> stored, Moment now) {
        return switch (standing(stored, command.fence(), command.secret().digest())) {
            case Standing.Refused refused -> Ruling.unchanged(refused.refusal());
            case Standing.Answered answered ->
                Ruling.unchanged(new HolderRefusal.TooLate(stored.orElseThrow().status()));
            case Standing.Open open -> {
                Unit unit = stored.orElseThrow();
                if (!open.live()) {
                    yield Ruling.unchanged(new HolderRefusal.TooLate(unit.status()));
                }
                yield open.claim().claim().begunAt().isPresent()
                        ? Ruling.unchanged(new BeginDecision.Repeated())
                        : Ruling.changed(unit.begun(now), new BeginDecision.Begun());
            }
        };
    }

    static Ruling<SettleDecision> settle(Settle command, Optional<Unit> stored, PoolPolicy policy, Moment now) {
        return switch (standing(stored, command.fence(), command.secret().digest())) {
            case Standing.Refused refused -> refused(refused.refusal(), stored, command);
            case Standing.Answered answered ->
                Ruling.unchanged(
                        answered.answer().isSameAs(command.answer())
                                ? new SettleDecision.Repeated(
                                        stored.orElseThrow().status())
                                : new SettleDecision.Conflict(answered.answer()));
            case Standing.Open open -> accepted(command.answer(), stored.orElseThrow(), open, policy, now);
        };
    }

    private static Standing standing(Optional<Unit> stored, Fence fence, Digest secret) {
        if (stored.isEmpty()) {
            return new Standing.Refused(new HolderRefusal.NotFound());
        }
        Unit unit = stored.get();
        Optional<Claim> live = unit.claim().filter(claim -> claim.fence().equals(fence));
        Optional<PastClaim> named = live.map(claim -> PastClaim.ended(claim, claim.claimedAt(), PastClaim.End.ANSWERED))
                .or(() -> unit.past(fence));
        if (named.isEmpty() || !named.get().claim().secret().equals(secret)) {
            return new Standing.Refused(new HolderRefusal.NotTheHolder());
        }
        if (named.get().answer().isPresent()) {
            return new Standing.Answered(named.get().answer().get());
        }
        Fence current = unit.newestFence().orElseThrow();
        if (current.isNewerThan(fence)) {
            return new Standing.Refused(new HolderRefusal.StaleFence(fence, current));
        }
        boolean open = switch (unit.state()) {
            case WorkState.Held held -> false;
            case WorkState.Claimed claimed -> true;
            case WorkState.Queued queued -> queued.origin() == WorkState.Origin.LOST;
            case WorkState.Uncertain uncertain -> uncertain.byLoss();
            case WorkState.Ended ended -> false;
        };
        return open
                ? new Standing.Open(named.get(), live.isPresent())
                : new Standing.Refused(new HolderRefusal.TooLate(unit.status()));
    }

    private static Ruling<SettleDecision> refused(HolderRefusal refusal, Optional<Unit> stored, Settle command) {
        return switch (refusal) {
            case HolderRefusal.NotFound none -> Ruling.unchanged(none);
            case HolderRefusal.NotTheHolder other -> Ruling.unchanged(other);
            case HolderRefusal.StaleFence stale -> keepLate(stale, stored.orElseThrow(), command);
            case HolderRefusal.TooLate late -> keepLate(late, stored.orElseThrow(), command);
        };
    }

    private static Ruling<SettleDecision> keepLate(HolderRefusal refusal, Unit unit, Settle command) {
        PastClaim old = unit.past(command.fence()).orElseThrow();
        if (old.late().isPresent()) {
            return Ruling.unchanged(refusal);
        }
        Answer answer = unit.isRedacted() ? command.answer().redacted() : command.answer();
        Unit kept = unit.pastReplaced(old.answeredLate(answer), unit.attempts(), unit.losses(), unit.state());
        return Ruling.changed(kept, refusal);
    }

    private static Ruling<SettleDecision> accepted(
            Answer answer, Unit unit, Standing.Open open, PoolPolicy policy, Moment now) {
        Claim claim = open.claim().claim();
        if (answer instanceof Answer.Released released
                && released.evidence() == Evidence.APPLIED
                && unit.requirements().eligibility().guarantee() == Guarantee.ATOMIC) {
            return Ruling.unchanged(new SettleDecision.SettleInstead());
        }
        int losses = open.live() ? unit.losses() : unit.losses() - lossOf(open.claim(), unit);
        Aftermath next = switch (answer) {
            case Answer.Succeeded done ->
                ended(
                        unit,
                        losses,
                        new WorkState.Ended(
                                Status.SUCCEEDED,
                                now,
                                WorkState.EndedBy.HOLDER,
                                "",
                                Evidence.APPLIED,
                                Optional.of(done.result()),
                                ""));
            case Answer.Failed failed ->
                endedUnlessUnclear(unit, losses, claim, Status.FAILED, failed.code(), failed.evidence(), now);
            case Answer.Cancelled cancelled ->
                endedUnlessUnclear(unit, losses, claim, Status.CANCELLED, cancelled.code(), cancelled.evidence(), now);
            case Answer.Poisoned poisoned ->
                endedUnlessUnclear(unit, losses, claim, Status.POISONED, poisoned.code(), poisoned.evidence(), now);
            case Answer.Released released -> Aftermath.ofRelease(unit, losses, policy, claim.fence(), released, now);
        };
        PastClaim past = open.claim().answered(answer, now);
        Unit after = open.live()
                ? unit.claimEnded(past, next.attempts(), next.losses(), next.state())
                : unit.pastReplaced(past, next.attempts(), next.losses(), next.state());
        return Ruling.changed(after, new SettleDecision.Accepted(after.status()));
    }

    private static Aftermath ended(Unit unit, int losses, WorkState.Ended state) {
        return new Aftermath(unit.attempts() + 1, losses, state);
    }

    /** An end on evidence that says nothing is no end where the unit has to be asked about. */
    private static Aftermath endedUnlessUnclear(
            Unit unit, int losses, Claim claim, Status status, String code, Evidence evidence, Moment now) {
        boolean unclear = evidence == Evidence.AMBIGUOUS && !RunAgain.mayRunAgain(unit.requirements(), evidence);
        WorkState state = unclear
                ? new WorkState.Uncertain(claim.fence(), now, code, false)
                : Aftermath.end(status, now, WorkState.EndedBy.HOLDER, code, evidence);
        return new Aftermath(unit.attempts() + 1, losses, state);
    }

    /** What the loss of this claim was counted as; its holder's word replaces it. */
    private static int lossOf(PastClaim past, Unit unit) {
        return past.end() == PastClaim.End.LOST && !LossRules.neverBegan(past.claim(), unit) ? 1 : 0;
    }
}
