// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.HeartbeatDecision;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.PoolDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.SubmitTogetherDecision;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.TickDecision;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitCommand;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks at the ledger after every step and compares it with what it has seen before: commands, decisions, units. It knows
 * nothing of the rules but what they promise. Each promise has the name it has in the list of invariants, I1 and so on.
 */
final class Witness {
    private static final FindWork EVERYTHING =
            new FindWork(Optional.empty(), EnumSet.allOf(Status.class), Optional.empty(), 0, FindWork.MAX);

    final Grants grants;
    final Policies policies;
    final Schedules schedules;
    private final World world;
    private final Leases leases;
    private final Books books;
    private final Transitions transitions;
    private final Repeats repeats;
    private final Claims claims;
    private final Histories histories;
    private final Retries retries;
    private final Losses losses;
    private final Inquiries inquiries;
    private final Set<PoolId> paused = new HashSet<>();
    private final Map<WorkId, Unit> units = new LinkedHashMap<>();
    private Moment latest;

    Witness(World world) {
        this.world = world;
        this.grants = new Grants(world);
        this.policies = new Policies(world);
        this.schedules = new Schedules(world);
        this.leases = new Leases(world);
        this.books = new Books(world, leases);
        this.transitions = new Transitions(world, leases, grants);
        this.repeats = new Repeats(world);
        this.histories = new Histories(world, grants, repeats);
        this.retries = new Retries(world);
        this.losses = new Losses(world, this, leases);
        this.inquiries = new Inquiries(world);
        this.claims = new Claims(world, this, leases, books, repeats);
        this.latest = world.now();
    }

    /** Units of these statuses, or all, as they were after the last step. */
    List<Unit> units(Status... statuses) {
        Set<Status> wanted = Set.of(statuses);
        return units.values().stream()
                .filter(unit -> wanted.isEmpty() || wanted.contains(unit.status()))
                .toList();
    }

    boolean isPaused(PoolId pool) {
        return paused.contains(pool);
    }

    /** The latest reading of the ledger's clock; what was due then stays due when the clock jumps back. */
    Moment latest() {
        return latest;
    }

    boolean allEnded() {
        return units.values().stream().allMatch(unit -> unit.status().isEnd());
    }

    void observe(Command<?> command, Decision decision) {
        latest = latest.orLater(world.now());
        List<Unit> found = world.ledger.ask(EVERYTHING).units();
        policies.observe(command, decision);
        leases.observe(command, decision);
        schedules.observe(
                command,
                decision,
                units,
                found.stream().filter(unit -> !units.containsKey(unit.id())).toList());
        boolean changed = !isAsBefore(found);
        Map<WorkId, Unit> before = changed ? new LinkedHashMap<>(units) : units;
        if (command instanceof ClaimWork claim) {
            boolean repeated = grants.isRepeated(claim);
            claims.guard(claim, (ClaimDecision) decision, repeated);
            if (decision instanceof ClaimDecision.Granted granted && !repeated) {
                claims.shared(claim, granted, before);
            }
        }
        if (changed) {
            found.forEach(unit -> units.put(unit.id(), unit));
        }
        if (command instanceof ClaimWork claim) {
            grants.observe(claim, (ClaimDecision) decision, changed);
        }
        repeats.observe(command, decision, unit(command), changed);
        if (changed) {
            compare(before, found, command, decision);
            inquiries.check(found);
        }
        books.add(changed ? Optional.of(found) : Optional.empty());
        books.check();
        world.demand(
                units.keySet().equals(repeats.admitted()) && found.size() == units.size(),
                "I5",
                "acknowledged work is lost");
        afterwards(command, decision);
    }

    /** Whether every unit is what it was after the step before, and no other is there. */
    private boolean isAsBefore(List<Unit> found) {
        return found.size() == units.size() && found.stream().allMatch(unit -> unit.equals(units.get(unit.id())));
    }

    private Optional<Unit> unit(Command<?> command) {
        return command instanceof UnitCommand<?> about
                ? Optional.ofNullable(units.get(about.work()))
                : Optional.empty();
    }

    private static boolean admits(Command<?> command, Decision decision, WorkId work) {
        return switch (decision) {
            case SubmitDecision.Admitted done ->
                command instanceof Submit && done.work().equals(work);
            case SubmitTogetherDecision.Admitted done ->
                done.each().stream()
                        .anyMatch(each -> each instanceof SubmitDecision.Admitted now
                                && now.work().equals(work));
            default -> false;
        };
    }

    private void compare(Map<WorkId, Unit> before, List<Unit> found, Command<?> command, Decision decision) {
        for (Unit unit : found) {
            Optional<Unit> old = Optional.ofNullable(before.get(unit.id()));
            if (old.isEmpty()) {
                boolean admitted = admits(command, decision, unit.id());
                boolean asked = Inquiries.isNew(unit, before, units);
                boolean ticked = decision instanceof TickDecision.Ticked done
                        && done.submitted().contains(unit.id());
                world.demand(admitted || asked || ticked, "I5", "%s comes from nowhere", unit.id());
                if (asked || ticked) {
                    repeats.submitted(unit.id());
                }
            } else if (Inquiries.isClosed(old.get(), unit, before, units)) {
                world.statistics.sometimes(unit.status().isEnd() ? "inquiry closed" : "inquiry closed while held");
                repeats.closed(unit);
            } else if (!old.get().equals(unit)) {
                if (command instanceof ClaimWork) {
                    claims.granted(old.get(), unit);
                }
                transitions.check(old.get(), unit, command, decision);
            }
            if (old.isEmpty() || !old.get().equals(unit)) {
                histories.check(unit);
                old.ifPresent(known -> retries.check(known, unit, command));
                world.demand(
                        world.ledger.ask(new Inspect(unit.id())).equals(Optional.of(unit)),
                        "I24",
                        "%s is listed as something else than it is",
                        unit.id());
            }
        }
    }

    private void afterwards(Command<?> command, Decision decision) {
        switch (command) {
            case PausePool pause -> {
                if (decision instanceof PoolDecision.Done && pause.paused()) {
                    paused.add(pause.pool());
                } else {
                    paused.remove(pause.pool());
                }
            }
            case ClaimWork claim -> claims.nothing(claim, (ClaimDecision) decision);
            case Heartbeat beat -> beaten(beat, decision);
            case Sweep sweep -> losses.swept(sweep, decision);
            default -> {}
        }
    }

    private void beaten(Heartbeat beat, Decision decision) {
        if (decision instanceof HeartbeatDecision.Renewed) {
            for (Unit unit : units.values()) {
                boolean orphan = unit.claim()
                                .filter(claim -> claim.worker().equals(beat.worker()))
                                .isPresent()
                        && transitions.isOrphan(unit, beat);
                world.demand(!orphan, "I28", "%s stays claimed though %s does not know", unit.id(), beat.worker());
            }
        }
    }
}
