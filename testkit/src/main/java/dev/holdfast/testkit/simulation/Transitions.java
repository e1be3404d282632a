// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.BeginDecision;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.CancelDecision;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Promote;
import dev.holdfast.core.work.PromoteDecision;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.RedriveDecision;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.ResolveDecision;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.Withdraw;
import dev.holdfast.core.work.WithdrawDecision;
import dev.holdfast.core.work.WorkState;
import java.util.Optional;

/**
 * Which command may change a unit, and how: only who holds the newest fence (I3), an end is for ever and only a redrive
 * begins another life (I6), a claim is ended over its holder's head only once that is allowed (I16), a cancel stays for
 * its life (I15).
 */
final class Transitions {
    private final World world;
    private final Leases leases;
    private final Grants grants;

    Transitions(World world, Leases leases, Grants grants) {
        this.world = world;
        this.leases = leases;
        this.grants = grants;
    }

    void check(Unit before, Unit after, Command<?> command, Decision decision) {
        if (decision instanceof RedriveDecision.Redriven && command instanceof Redrive redrive) {
            if (isHeldFor(before, after, redrive)) {
                return;
            }
            redriven(before, after, redrive);
            return;
        }
        world.demand(
                before.life() == after.life() && before.lives().equals(after.lives()),
                "I6",
                "nobody gave %s another life",
                before.id());
        boolean moved = !before.state().equals(after.state())
                || before.attempts() != after.attempts()
                || before.losses() != after.losses();
        world.demand(!before.status().isEnd() || !moved, "I6", "%s had ended: %s, %s", before.id(), before, after);
        world.demand(
                before.cancel().isEmpty() || before.cancel().equals(after.cancel()),
                "I15",
                "the cancel of %s is lost",
                before.id());
        world.demand(
                before.cancel().equals(after.cancel()) || command instanceof Cancel || command instanceof Withdraw,
                "I15",
                "nobody cancelled %s",
                before.id());
        world.demand(mayChange(before, after, moved, command, decision), "I3", "%s -> %s", before, after);
    }

    private boolean mayChange(Unit before, Unit after, boolean moved, Command<?> command, Decision decision) {
        return switch (command) {
            case ClaimWork claim -> before.status() == Status.QUEUED && after.status() == Status.CLAIMED;
            case Begin begin ->
                begin.work().equals(before.id())
                        && decision instanceof BeginDecision.Begun
                        && before.claim()
                                .filter(claim -> claim.begunAt().isEmpty())
                                .isPresent()
                        && after.claim()
                                .filter(claim -> claim.begunAt().isPresent())
                                .isPresent();
            case Settle settle -> settle.work().equals(before.id()) && settled(before, moved, settle, decision);
            case Cancel cancel -> cancel.work().equals(before.id()) && cancelled(before, after, moved, decision);
            case Promote promote ->
                promote.work().equals(before.id())
                        && decision instanceof PromoteDecision.Promoted
                        && before.status() == Status.HELD
                        && isPromoted(after);
            case Withdraw withdraw ->
                withdraw.work().equals(before.id())
                        && decision instanceof WithdrawDecision.Withdrawn
                        && before.status() == Status.HELD
                        && after.status() == Status.CANCELLED;
            case Resolve resolve ->
                resolve.work().equals(before.id())
                        && decision instanceof ResolveDecision.Resolved
                        && before.state() instanceof WorkState.Uncertain uncertain
                        && uncertain.fence().equals(resolve.fence());
            case Sweep sweep -> sweep.pool().equals(before.pool()) && swept(before, after);
            case Heartbeat beat -> handedBack(before, after, beat);
            default -> false;
        };
    }

    /** An inquiry lives again only if its subject does not move meanwhile. */
    private boolean isHeldFor(Unit before, Unit after, Redrive redrive) {
        boolean same = before.state().equals(after.state())
                && before.past().equals(after.past())
                && before.life() == after.life();
        boolean held = same && Inquiry.openFor(before).equals(Optional.of(redrive.work()));
        if (held) {
            world.statistics.sometimes("inquiry asked again");
        }
        return held;
    }

    private void redriven(Unit before, Unit after, Redrive redrive) {
        world.demand(redrive.work().equals(before.id()), "I6", "%s lives again, not %s", before.id(), redrive.work());
        world.demand(
                before.status().isEnd()
                        && before.status() != Status.SUCCEEDED
                        && before.life() == redrive.expectedLife()
                        && after.life() == before.life() + 1
                        && after.lives().subList(0, before.lives().size()).equals(before.lives())
                        && after.lives().getLast().end().equals(before.state())
                        && after.past().equals(before.past()),
                "I6",
                "%s lives again as %s",
                before,
                after);
        world.demand(
                redrive.force() || before.newestLateAnswer().isEmpty(),
                "I6",
                "a late answer of %s is passed over",
                before);
        world.demand(after.attempts() == 0 && after.losses() == 0, "I8", "%s lives again without its budgets", after);
        world.demand(after.cancel().isEmpty(), "I15", "a cancel of %s outlived its life", after);
        boolean waits = after.state() instanceof WorkState.Queued queued
                && queued.due().equals(world.now())
                && after.startBy().filter(world.now()::isAfter).isEmpty();
        world.demand(waits, "I6", "%s lives again and cannot run", after);
        world.statistics.sometimes("another life");
        if (before.newestLateAnswer().isPresent()) {
            world.statistics.sometimes("another life in spite of a late answer");
        }
    }

    private boolean settled(Unit before, boolean moved, Settle settle, Decision decision) {
        boolean known = grants.find(settle.work(), settle.fence())
                .filter(granted -> granted.secret().equals(settle.secret().digest()))
                .isPresent();
        if (!(decision instanceof SettleDecision.Accepted)) {
            if (!moved) {
                world.statistics.sometimes("late answer kept");
            }
            return known && !moved;
        }
        boolean newest = grants.newest(settle.work())
                .filter(granted -> granted.fence().equals(settle.fence()))
                .isPresent();
        boolean open = switch (before.state()) {
            case WorkState.Held held -> false;
            case WorkState.Claimed claimed -> true;
            case WorkState.Queued queued -> queued.origin() == WorkState.Origin.LOST;
            case WorkState.Uncertain uncertain -> uncertain.byLoss();
            case WorkState.Ended ended -> false;
        };
        if (before.claim().isEmpty()) {
            world.statistics.sometimes("answer accepted after the loss");
        }
        return known && newest && open;
    }

    private static boolean cancelled(Unit before, Unit after, boolean moved, Decision decision) {
        return switch (decision) {
            case CancelDecision.Cancelled done ->
                (before.status() == Status.QUEUED || before.status() == Status.HELD)
                        && after.status() == Status.CANCELLED;
            case CancelDecision.CancelRequested requested -> before.status() == Status.CLAIMED && !moved;
            case CancelDecision.CancelRecorded recorded -> before.status() == Status.UNCERTAIN && !moved;
            default -> false;
        };
    }

    private boolean swept(Unit before, Unit after) {
        Moment now = world.now();
        if (before.state() instanceof WorkState.Held held) {
            boolean promotes = held.then() == Hold.Then.PROMOTE;
            world.statistics.sometimes(promotes ? "hold over, promoted" : "hold over, withdrawn");
            return !now.isBefore(held.until()) && (promotes ? isPromoted(after) : after.status() == Status.CANCELLED);
        }
        if (before.claim().isEmpty()) {
            world.statistics.sometimes("too late to start");
            return before.status() == Status.QUEUED
                    && before.startBy().filter(now::isAfter).isPresent();
        }
        Claim claim = before.claim().get();
        boolean tooLong = claim.runUntil().filter(limit -> !now.isBefore(limit)).isPresent();
        world.demand(
                tooLong || !leases.isLive(claim.worker()),
                "I16",
                "%s is taken from %s, whose lease runs",
                before.id(),
                claim.worker());
        world.statistics.sometimes(tooLong ? "run limit passed" : "claim of a dead worker lost");
        if (before.requirements().mustBegin() && claim.begunAt().isEmpty()) {
            world.statistics.sometimes("lost and never begun");
        }
        return after.claim().isEmpty();
    }

    /** Delay and latest start count from the promotion. */
    private boolean isPromoted(Unit after) {
        Requirements asked = after.requirements();
        return after.state() instanceof WorkState.Queued queued
                && queued.due().equals(world.now().plus(asked.delay()))
                && after.startBy().equals(asked.startBy().map(world.now()::plus));
    }

    private boolean handedBack(Unit before, Unit after, Heartbeat beat) {
        Optional<Claim> claim = before.claim();
        boolean may = claim.isPresent()
                && claim.get().worker().equals(beat.worker())
                && after.claim().isEmpty()
                && isOrphan(before, beat);
        world.demand(may, "I16", "a heartbeat of %s takes %s back", beat.worker(), before.id());
        world.statistics.sometimes("orphan handed back");
        return true;
    }

    /** Whether nobody can be expected to know of the unit's claim any more (I28). */
    boolean isOrphan(Unit unit, Heartbeat beat) {
        Claim claim = unit.claim().orElseThrow();
        PoolPolicy policy = world.witness.policies.current(unit.pool());
        return beat.holdings() instanceof Holdings.Listed listed
                && !listed.claims().contains(new Holdings.Holding(unit.id(), claim.fence()))
                && !beat.inFlight().contains(claim.request())
                && !world.now().isBefore(claim.claimedAt().plus(policy.claimLease()));
    }
}
