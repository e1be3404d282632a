// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.core.work.WorkerOffer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The slow and obvious twin of a claim: what may be granted (I14), and whether a refusal is true (I20). */
final class Claims {
    private final World world;
    private final Witness witness;
    private final Leases leases;
    private final Books books;
    private final Repeats repeats;
    private final Set<WorkId> lacked = new HashSet<>();

    Claims(World world, Witness witness, Leases leases, Books books, Repeats repeats) {
        this.world = world;
        this.witness = witness;
        this.leases = leases;
        this.books = books;
        this.repeats = repeats;
    }

    /** Who may be given anything new at all. */
    void guard(ClaimWork claim, ClaimDecision decision, boolean repeated) {
        if (decision instanceof ClaimDecision.Granted && !repeated) {
            world.demand(leases.isLive(claim.worker()), "I14", "%s is dead and is granted work", claim.worker());
            world.demand(leases.isHealthy(claim.worker()), "I14", "%s is ill and is granted work", claim.worker());
            world.demand(!leases.isDraining(claim.worker()), "I14", "%s drains and is granted work", claim.worker());
            world.demand(!witness.isPaused(claim.pool()), "I14", "%s is paused and gives work away", claim.pool());
        }
    }

    void granted(Unit before, Unit after) {
        Policies policies = world.witness.policies;
        boolean due = before.state() instanceof WorkState.Queued queued
                && !queued.due().isAfter(witness.latest());
        boolean inTime = latestStart(before).filter(world.now()::isAfter).isEmpty();
        boolean may = due
                && inTime
                && before.attempts() < policies.mostAttempts(before.pool())
                && before.losses() < policies.mostLosses(before.pool());
        world.demand(may, "I14", "%s may not be claimed", before);
        world.demand(!repeats.isCancelled(before.id()), "I15", "%s is claimed though cancelled", before.id());
        WorkerOffer offer = leases.offer(after.claim().orElseThrow().worker()).orElseThrow();
        world.demand(fits(before, offer), "I14", "%s cannot run on %s", before, offer);
        boolean byRunTime = world.setting.policy(before.pool()).fairness().cost() == Fairness.Cost.RUN_TIME;
        world.demand(
                after.claim().orElseThrow().fare().isPresent() == byRunTime,
                "I19",
                "what the grant of %s cost its key is not kept, or needs not be",
                before.id());
        if (lacked.remove(before.id())) {
            world.statistics.sometimes("parked work granted later");
        }
    }

    /** A grant that is kept for a band is only given to another one when nothing of that band may run. */
    void shared(ClaimWork claim, ClaimDecision.Granted granted, Map<WorkId, Unit> before) {
        WorkerOffer offer = leases.offer(claim.worker()).orElseThrow();
        Set<WorkId> gone = new HashSet<>();
        for (Grant grant : granted.grants()) {
            OptionalInt owner = world.setting
                    .policy(claim.pool())
                    .order()
                    .owner(grant.fence().counter());
            if (owner.isPresent()) {
                boolean isOwners = grant.submission().requirements().band() == owner.getAsInt();
                boolean waits = before.values().stream()
                        .filter(unit -> unit.pool().equals(claim.pool())
                                && unit.requirements().band() == owner.getAsInt()
                                && !gone.contains(unit.id()))
                        .anyMatch(unit -> isUnlimited(unit) && isStartable(unit) && fits(unit, offer));
                world.demand(isOwners || !waits, "I20", "%s has a grant of band %s", grant.work(), owner);
                if (isOwners) {
                    world.statistics.sometimes("grant kept for its band");
                }
            }
            gone.add(grant.work());
        }
    }

    /** Only the live claims of pool and worker may leave no room for it. */
    private boolean isUnlimited(Unit unit) {
        return unit.requirements().needs().isNone()
                && !world.setting.policy(unit.pool()).fairness().limits().containsKey(books.key(unit));
    }

    /**
     * By what was submitted, not by what the ledger says it was; a later life may have none, and that of a unit that was
     * held was looked at when it was promoted.
     */
    private Optional<Moment> latestStart(Unit unit) {
        return unit.life() > 1 || repeats.wasHeld(unit.id())
                ? unit.startBy()
                : unit.requirements().startBy().map(unit.admittedAt()::plus);
    }

    /** After the claim: when it was told that there is nothing, there is nothing. */
    void nothing(ClaimWork claim, ClaimDecision decision) {
        if (!(decision instanceof ClaimDecision.Nothing nothing)) {
            return;
        }
        List<Unit> waiting = leases.offer(claim.worker()).stream()
                .flatMap(offer -> witness.units().stream()
                        .filter(unit -> unit.pool().equals(claim.pool()) && isStartable(unit) && fits(unit, offer)))
                .toList();
        WorkerOffer offer = leases.offer(claim.worker()).orElseThrow();
        boolean right = switch (nothing) {
            case ClaimDecision.PoolPaused paused -> witness.isPaused(claim.pool());
            case ClaimDecision.PoolFull full ->
                full.used() == books.used(Account.poolClaims(claim.pool()))
                        && full.used()
                                >= world.witness.policies.current(claim.pool()).maxLiveClaims();
            case ClaimDecision.WorkerFull full ->
                full.used() == books.used(Account.workerClaims(claim.worker())) && full.used() >= offer.maxClaims();
            case ClaimDecision.NothingFits lack -> noRoom(waiting, offer);
            case ClaimDecision.NothingWaits none -> noRoom(waiting, offer);
        };
        world.demand(right, "I20", "%s is told %s, but there is %s", claim.worker(), nothing, waiting);
    }

    /** A store may leave out what lacks something, so that both answers are given to units without room. */
    private boolean noRoom(List<Unit> waiting, WorkerOffer offer) {
        waiting.forEach(unit -> lacked.add(unit.id()));
        return waiting.stream().noneMatch(unit -> books.hasRoom(unit, offer));
    }

    private boolean isStartable(Unit unit) {
        return unit.state() instanceof WorkState.Queued queued
                && !queued.due().isAfter(world.now())
                && unit.startBy().filter(witness.latest()::isAfter).isEmpty();
    }

    private static boolean fits(Unit unit, WorkerOffer offer) {
        return unit.requirements().eligibility().fits(offer);
    }
}
