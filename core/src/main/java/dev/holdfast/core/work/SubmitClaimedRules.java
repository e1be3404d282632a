// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Admission that claims. First the guards of {@link AdmissionRules}, but that of the queue, which the unit never enters; then
 * those of {@link ClaimRules}, for this unit alone:
 *
 * <pre>
 *  1 no such pool, a reserved name, nobody defines what it needs    NotAdmitted
 *  2 the key has a unit of this intent
 *    ... which this request holds                                   Granted again
 *    ... otherwise                                                  Repeated
 *    the key has a unit of another intent, or the id has one        NotAdmitted (Conflict)
 *  3 one eligibility too many                                       NotAdmitted
 *  4 it can never fit, and the policy says POISON                   NotClaimed (NothingFits)
 *  5 the request was answered with other grants before              NotClaimed (RequestConflict)
 *  6 worker unknown, dead, unhealthy, draining, not of the pool;
 *    the clock far behind; pool paused; pool full; worker full      NotClaimed, in this order
 *  7 the worker does not offer what the unit asks for               NotEligible
 *  8 a limit of key, pool, domain or worker has no room for it      NotClaimed (NothingFits)
 *  9                                                                Granted
 * </pre>
 *
 * <p>2 to 3 are what the insertion found in its way; 5 to 8 are decided while the pool's lock is held. The unit comes out of
 * turn: it takes the pool's next fence and its key is charged as for any grant, but the band's clock, which tells how far the
 * turns are, stays.
 */
public final class SubmitClaimedRules {
    /** The class of the one lane: no other lane, reserved or not, is of it. */
    public static final int OWN_CLASS = -1;

    private SubmitClaimedRules() {}

    /** What is decided before anything is inserted; empty when the unit is to be inserted and claimed. */
    public static Optional<SubmitClaimedDecision> screen(
            SubmitClaimed command, AdmissionRules.Screening screening, Optional<Terms> terms) {
        return switch (screening) {
            case AdmissionRules.Screening.Refused refused ->
                Optional.of(new SubmitClaimedDecision.NotAdmitted(refused.decision()));
            case AdmissionRules.Screening.Insert accepted ->
                terms.filter(known -> accepted.unit().poisoned())
                        .flatMap(known -> AdmissionRules.oversized(
                                command.submission().requirements().needs(), known.policy()))
                        .map(account -> account.owner().isEmpty()
                                ? Account.poolResource(command.pool(), account.what())
                                : account)
                        .map(account ->
                                new SubmitClaimedDecision.NotClaimed(new ClaimDecision.NothingFits(account, false)));
        };
    }

    /** The answer where the unit was not inserted. */
    public static SubmitClaimedDecision inTheWay(SubmitClaimed command, NewUnit unit, Insertion insertion) {
        return switch (AdmissionRules.decide(unit, insertion)) {
            case SubmitDecision.Repeated repeated ->
                isHeldBy(command, repeated.unit())
                        ? new SubmitClaimedDecision.Granted(Grant.of(repeated.unit()))
                        : new SubmitClaimedDecision.Repeated(repeated.unit(), repeated.until());
            case SubmitDecision other -> new SubmitClaimedDecision.NotAdmitted(other);
        };
    }

    private static boolean isHeldBy(SubmitClaimed command, Unit unit) {
        return unit.claim()
                .filter(claim -> claim.worker().equals(command.worker())
                        && claim.request().equals(command.request()))
                .isPresent();
    }

    /** @param page of its pool; its only lane is that of the unit, which is the only head of it */
    public static OutOfTurn decide(SubmitClaimed command, ClaimPage page) {
        ClaimWork claim = command.claim();
        if (page.remembered().isPresent()) {
            return refused(new ClaimDecision.RequestConflict());
        }
        ClaimAsk ask = new ClaimAsk(claim, 1, 1, Set.of(OWN_CLASS), Integer.MAX_VALUE, Optional.empty(), 0);
        Optional<ClaimDecision> guarded = ClaimRules.guard(ask, page);
        if (guarded.isPresent()) {
            return refused(guarded.get());
        }
        Optional<Misfit> misfit = command.submission()
                .requirements()
                .eligibility()
                .misfit(page.worker().orElseThrow().offer());
        if (misfit.isPresent()) {
            return new OutOfTurn.Refusal(new SubmitClaimedDecision.NotEligible(command.worker(), misfit.get()));
        }
        return switch (new ClaimRound(ask, page).decide()) {
            case ClaimStep.Answer answer -> refused(answer.decision());
            case ClaimStep.Take take ->
                take.changes().sequences().length == 0
                        ? refused(take.otherwise())
                        : new OutOfTurn.Take(
                                outOfTurn(take.changes(), page.pool().orElseThrow()));
        };
    }

    /** Nothing that says how far the turns are: the clocks stay, and a lane that others wait in stays where it is. */
    private static ClaimStep.ClaimChanges outOfTurn(ClaimStep.ClaimChanges changes, Pool before) {
        List<ClaimStep.Turn> drained = changes.turns().stream()
                .filter(ClaimStep.Turn.Drained.class::isInstance)
                .toList();
        return new ClaimStep.ClaimChanges(
                before.granted(
                        changes.pool().counter(),
                        before.clocks(),
                        changes.pool().time(),
                        before.reservation()),
                changes.sequences(),
                changes.fences(),
                changes.fares(),
                drained,
                changes.tags(),
                changes.additions(),
                changes.remember());
    }

    private static OutOfTurn refused(ClaimDecision reason) {
        return new OutOfTurn.Refusal(new SubmitClaimedDecision.NotClaimed(reason));
    }
}
