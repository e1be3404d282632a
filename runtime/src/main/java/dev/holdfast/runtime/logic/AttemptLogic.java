// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptCommand;
import dev.holdfast.core.attempt.AttemptDecision;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.BeginProvisioning;
import dev.holdfast.core.attempt.CompleteProvider;
import dev.holdfast.core.attempt.ConcludeCancellation;
import dev.holdfast.core.attempt.EvolveAllocation;
import dev.holdfast.core.attempt.Facts;
import dev.holdfast.core.attempt.HandOffProvider;
import dev.holdfast.core.attempt.OperationKind;
import dev.holdfast.core.attempt.ProviderClaim;
import dev.holdfast.core.attempt.RecordAbsence;
import dev.holdfast.core.attempt.RecordAllocation;
import dev.holdfast.core.attempt.RecordInfrastructureFailure;
import dev.holdfast.core.attempt.RecordProvisionerLost;
import dev.holdfast.core.attempt.RecordTermination;
import dev.holdfast.core.attempt.RecordUncertainty;
import dev.holdfast.core.attempt.Refusal;
import dev.holdfast.core.attempt.RenewProvider;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.attempt.Stage;
import dev.holdfast.core.attempt.TakeOverProvider;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.runtime.spi.ProviderFence;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What a controller does for one attempt: always the next thing that the attempt, as the ledger has it, still lacks. So it makes
 * no difference whether this controller did what came before, or one that died over it.
 *
 * <pre>
 * closed        owner knows / not           LEAVE / tell the owner
 * 80 % of the lease, not renewed            LEAVE: nothing is done any more
 * no claim      pending / not               begin / take over
 * a third of the lease since the renewal    renew
 * gave up, or in doubt and said so          hand off: the ledger says when somebody may try again
 * in doubt                                  say so
 * PROVISIONING  proof of absence, or that
 *               its maker is gone           record it
 *               an allocation was found     record it
 *               begun here, still wanted    PROVISION, once; never for an attempt that somebody else began
 *               begun here, not wanted      record that nothing was asked for
 *               otherwise                   DISCOVER
 * ALLOCATED     proof that nothing is left  record it
 *               ended, or not wanted        TERMINATE, when the owner was told of an outcome
 *               known more exactly          record it
 *               not watched                 INSPECT, then ATTACH
 *               not looked at for long      INSPECT: an end may go by unheard
 *               asked to stop, does nothing settle as cancelled
 * TERMINATED    not settled                 cancelled, if it was asked to stop and does nothing; else infrastructure failure
 *               owner does not know         tell the owner
 *               no proof of this controller TERMINATE again
 *               otherwise                   complete
 * </pre>
 *
 * <p>Not wanted is what is settled, or has a successor, or was asked to stop and did not in time. At most one call to the
 * provider is under way. Nothing but proof closes anything: doubt is recorded, and the claim is given back.
 *
 * <p>Used by one thread; {@link #trustedUntil} may be asked by any.
 */
public final class AttemptLogic {
    private final AttemptId id;
    private final AttemptTerms terms;
    private final AttemptClaim claim;
    private final ControllerEvidence evidence;
    private final BackOff backOff;
    private final BackOff convergence;
    private final AttemptFindings findings = new AttemptFindings();
    private Optional<ShowAttempt.Shown> shown = Optional.empty();
    private long lookAt = Long.MIN_VALUE;
    private long notBefore = Long.MIN_VALUE;
    private long convergeAt = Long.MIN_VALUE;
    private long inspectAt = Monotonic.NEVER;
    private long patientUntil = Monotonic.NEVER;
    private boolean begunHere;
    private boolean calling;
    private boolean givingBack;
    private Optional<AttemptStep.Why> left = Optional.empty();

    /**
     * @param secret of this claim alone: a controller that lost a claim takes a new one, and what it still has under way is
     *     of the old one
     * @param wall for what this controller itself is evidence of
     */
    public AttemptLogic(
            AttemptId id, AttemptTerms terms, ClaimSecret secret, LedgerClock wall, RandomGenerator random) {
        this.id = id;
        this.terms = terms;
        this.claim = new AttemptClaim(id, terms, secret);
        this.evidence = new ControllerEvidence(wall);
        this.backOff = new BackOff(Duration.ofMillis(50), Duration.ofSeconds(2), random);
        this.convergence = new BackOff(Duration.ofMillis(100), Duration.ofSeconds(30), random);
    }

    public AttemptId id() {
        return id;
    }

    /** Until when this controller may act on the provider if the claim is not renewed; never over while there is none. */
    public long trustedUntil() {
        return claim.trustedUntil();
    }

    /** What every call to the provider carries. There is a claim when a call is wanted, but for telling the owner. */
    public Optional<ProviderFence> fence() {
        return claim.taken().map(ProviderFence::of);
    }

    /** As it was last seen. */
    public Optional<Attempt> attempt() {
        return shown.map(ShowAttempt.Shown::attempt);
    }

    /** Gives the claim back as soon as no call is under way. */
    public void giveBack() {
        givingBack = true;
    }

    public AttemptStep next(long now) {
        if (left.isPresent()) {
            return new AttemptStep.Leave(left.get());
        }
        boolean closed = attempt().filter(Attempt::isClosed).isPresent();
        if (!closed && claim.isTaken() && !claim.isTrusted(now)) {
            return leave(AttemptStep.Why.LEASE_LOST);
        }
        if (now < notBefore) {
            return new AttemptStep.Wait(Math.min(notBefore, claim.trustedUntil()));
        }
        if (shown.isEmpty() || now >= lookAt) {
            return new AttemptStep.Look();
        }
        if (closed) {
            return conclude(now);
        }
        if (!claim.isTaken()) {
            return givingBack ? leave(AttemptStep.Why.HANDED_OFF) : take(now);
        }
        if (now >= claim.renewAt()) {
            return ask(claim.renew());
        }
        if (calling) {
            return rest();
        }
        return act(now);
    }

    private AttemptStep conclude(long now) {
        if (calling) {
            return new AttemptStep.Wait(Monotonic.NEVER);
        }
        if (findings.isConverged() || givingBack) {
            return leave(AttemptStep.Why.CLOSED);
        }
        return now >= convergeAt ? call(new AttemptStep.Converge(known())) : new AttemptStep.Wait(convergeAt);
    }

    private AttemptStep take(long now) {
        Attempt attempt = known();
        if (!(attempt.stage() instanceof Stage.Pending)) {
            return ask(claim.takeOver(now));
        }
        return ask(
                attempt.cancellation().isPresent()
                        ? new ConcludeCancellation(attempt.owner(), id)
                        : claim.begin(attempt, now));
    }

    private AttemptStep act(long now) {
        if (findings.doubt().isPresent()) {
            return ask(new RecordUncertainty(mine(), findings.doubt().get()));
        }
        if (givingBack) {
            return ask(new HandOffProvider(mine(), Optional.empty()));
        }
        return switch (known().stage()) {
            case Stage.Pending pending -> rest();
            case Stage.Provisioning provisioning -> provision(provisioning, now);
            case Stage.Allocated allocated -> lookAfter(allocated.ref(), now);
            case Stage.Terminated terminated -> complete(terminated.ref(), now);
        };
    }

    private AttemptStep provision(Stage.Provisioning stage, long now) {
        Attempt attempt = known();
        if (findings.absent().isPresent()) {
            return ask(
                    new RecordAbsence(mine(), attempt.owner(), findings.absent().get()));
        }
        if (findings.lost().isPresent()) {
            return ask(new RecordProvisionerLost(
                    mine(),
                    attempt.owner(),
                    stage.descriptor().provisioner(),
                    findings.lost().get()));
        }
        if (findings.found().isPresent()) {
            return ask(new RecordAllocation(mine(), findings.found().get(), findings.isDiscovered()));
        }
        if (!begunHere) {
            return call(new AttemptStep.Discover(stage.descriptor()));
        }
        begunHere = false;
        if (isUnwanted(now) || attempt.cancellation().isPresent()) {
            findings.add(new AttemptAnswer.Refused(evidence.nothingWasAskedFor()));
            return provision(stage, now);
        }
        return call(new AttemptStep.Provision(attempt, stage.descriptor()));
    }

    private AttemptStep lookAfter(AllocationRef ref, long now) {
        Attempt attempt = known();
        if (findings.gone().isPresent()) {
            return ask(new RecordTermination(
                    mine(), findings.ended().or(findings::gone).orElseThrow()));
        }
        if (attempt.isSettled() && !findings.isConverged() && now >= convergeAt) {
            return call(new AttemptStep.Converge(attempt));
        }
        if (findings.ended().isPresent() || isUnwanted(now)) {
            return call(new AttemptStep.Terminate(ref));
        }
        if (canBeCancelled()) {
            return ask(new ConcludeCancellation(attempt.owner(), id));
        }
        if (findings.evolved().isPresent()) {
            return ask(new EvolveAllocation(
                    mine(), attempt.owner(), ref, findings.evolved().get()));
        }
        if (findings.isWatched()) {
            return now >= inspectAt ? call(new AttemptStep.Inspect(ref)) : rest();
        }
        return call(findings.isPresent() ? new AttemptStep.Attach(ref) : new AttemptStep.Inspect(ref));
    }

    private AttemptStep complete(AllocationRef ref, long now) {
        Attempt attempt = known();
        if (!attempt.isSettled()) {
            return canBeCancelled()
                    ? ask(new ConcludeCancellation(attempt.owner(), id))
                    : ask(new RecordInfrastructureFailure(mine(), attempt.owner()));
        }
        if (!findings.isConverged()) {
            return now >= convergeAt ? call(new AttemptStep.Converge(attempt)) : rest();
        }
        return findings.gone().isPresent()
                ? ask(new CompleteProvider(mine(), findings.gone().get()))
                : call(new AttemptStep.Terminate(ref));
    }

    private boolean isUnwanted(long now) {
        return known().isSettled() || !shown.orElseThrow().active() || now >= patientUntil;
    }

    /** Whether it was asked to stop and runs nothing but perhaps a probe. */
    private boolean canBeCancelled() {
        return known().cancellation().isPresent()
                && known().operations()
                        .active()
                        .filter(each -> !each.kind().equals(OperationKind.PROBE))
                        .isEmpty();
    }

    private AttemptStep.Wait rest() {
        long claimed = Math.min(claim.renewAt(), claim.trustedUntil());
        return new AttemptStep.Wait(Math.min(Math.min(claimed, lookAt), Math.min(inspectAt, patientUntil)));
    }

    private AttemptStep.Ask ask(AttemptCommand<?> command) {
        return new AttemptStep.Ask(command);
    }

    private AttemptStep.Call call(AttemptStep.Call wanted) {
        calling = true;
        return wanted;
    }

    private AttemptStep.Leave leave(AttemptStep.Why why) {
        left = Optional.of(why);
        return new AttemptStep.Leave(why);
    }

    private Attempt known() {
        return attempt().orElseThrow();
    }

    private ProviderClaim mine() {
        return claim.taken().orElseThrow();
    }

    /** How the attempt stands; empty when there is none. */
    public void seen(Optional<ShowAttempt.Shown> now, long at) {
        backOff.reset();
        shown = now;
        lookAt = Monotonic.later(at, terms.look().toNanos());
        Optional<Attempt> attempt = attempt();
        if (attempt.isEmpty() || (claim.isTaken() && !attempt.get().isClosed() && !claim.isCurrent(attempt.get()))) {
            left = Optional.of(AttemptStep.Why.REPLACED);
            return;
        }
        if (attempt.get().cancellation().isPresent() && patientUntil == Monotonic.NEVER) {
            patientUntil = Monotonic.later(at, terms.patience().toNanos());
        }
    }

    /** What the ledger said to a command that was sent at {@code sentAt}. */
    public void decided(AttemptCommand<?> command, AttemptDecision decision, long sentAt) {
        backOff.reset();
        lookAt = Long.MIN_VALUE;
        switch (decision) {
            case BeginProvisioning.Started(Facts.Hold hold) -> begun(hold);
            case BeginProvisioning.AlreadyYours(Facts.Hold hold) -> begun(hold);
            case TakeOverProvider.TakenOver taken -> claim.took(taken.hold());
            case TakeOverProvider.AlreadyYours(Facts.Hold hold) -> {
                claim.took(hold);
                begunHere = hold.generation() == 1; // only a begin makes the first one, and nobody else has this secret
            }
            case RenewProvider.Renewed renewed -> claim.renewed(sentAt);
            case RecordUncertainty.Recorded recorded -> {
                findings.doubtWasTold();
                givingBack = true;
            }
            case HandOffProvider.HandedOff given -> left = Optional.of(AttemptStep.Why.HANDED_OFF);
            case HandOffProvider.AlreadyHandedOff given -> left = Optional.of(AttemptStep.Why.HANDED_OFF);
            case RecordAllocation.Recorded recorded -> findings.foundWasTold();
            case RecordAllocation.Duplicate duplicate -> findings.foundWasTold();
            case EvolveAllocation.Evolved evolved -> findings.evolvedWasTold();
            case EvolveAllocation.AlreadyEvolved evolved -> findings.evolvedWasTold();
            case Refusal refusal -> refused(command, refusal);
            default -> {
                // the next look says what is lacking now
            }
        }
    }

    private void refused(AttemptCommand<?> command, Refusal refusal) {
        if (command instanceof RecordAllocation allocation && isOtherAllocation(refusal)) {
            inDoubt(allocation.ref());
        } else if (command instanceof RecordAbsence && refusal instanceof Refusal.AlreadyAllocated) {
            findings.notAbsent();
        } else if (command instanceof EvolveAllocation) {
            findings.evolvedWasTold(); // the look that follows says whether the claim is still this one
        } else if (isEntry(command) || refusal instanceof Refusal.Stale || refusal instanceof Refusal.NotFound) {
            left = Optional.of(AttemptStep.Why.REPLACED);
        }
    }

    private static boolean isEntry(AttemptCommand<?> command) {
        return command instanceof BeginProvisioning || command instanceof TakeOverProvider;
    }

    private static boolean isOtherAllocation(Refusal refusal) {
        return refusal instanceof Refusal.AllocationConflict || refusal instanceof Refusal.ForeignProvider;
    }

    private void inDoubt(AllocationRef other) {
        findings.foundWasTold();
        findings.add(new AttemptAnswer.Uncertain(evidence.anotherAllocation(other)));
    }

    private void begun(Facts.Hold hold) {
        begunHere = true;
        claim.took(hold);
    }

    /** The ledger gave no answer: nothing is asked of it for a while, and the same is asked then. */
    public void failed(long now) {
        notBefore = Monotonic.later(now, backOff.next());
    }

    /** What came of a call, or what an allocation said by itself. */
    public void answered(AttemptAnswer answer, long now) {
        findings.add(answer);
        if (answer instanceof AttemptAnswer.NotConverged) {
            convergeAt = Monotonic.later(now, convergence.next());
        }
        boolean byItself = answer instanceof AttemptAnswer.Ended || answer instanceof AttemptAnswer.Evolved;
        calling = calling && byItself;
        if (!byItself) {
            inspectAt = Monotonic.later(now, terms.inspect().toNanos());
        }
    }
}
