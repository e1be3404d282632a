// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DrainWorker;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Explain;
import dev.holdfast.core.work.Explanation;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.Promote;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.RetireWorker;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.Withdraw;
import dev.holdfast.core.work.WorkState;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The people: they sweep, cancel, redrive, pause, drain, and say what became of uncertain work. Among them is a stranger who tries
 * what he must not. Once faults are over they put everything in order again.
 */
final class Operator extends Actor {
    private final Supplier<List<SimulatedWorker>> workers;
    private int turn;

    Operator(World world, Supplier<List<SimulatedWorker>> workers) {
        super(world, "operator");
        this.workers = workers;
    }

    void start() {
        world.setting.pools.keySet().forEach(this::sweep);
        act();
    }

    private void sweep(PoolId pool) {
        send(new Sweep(pool, dice.split("now " + world.time()).chance(20)), decision -> {});
        after(700 * MILLISECOND, () -> sweep(pool));
    }

    private void act() {
        Dice drawn = dice.split("turn " + turn++);
        if (world.isHealing()) {
            putInOrder();
            after(2 * SECOND, this::act);
        } else {
            disturb(drawn.below(100), drawn);
            after(drawn.between(100, 1_200) * MILLISECOND, this::act);
        }
    }

    private void disturb(int what, Dice drawn) {
        if (what < 16) {
            pick(drawn)
                    .ifPresent(unit ->
                            call(new Cancel(unit.id(), drawn.pick(List.of("ann", "bob")), "unwanted"), d -> {}));
        } else if (what < 26) {
            redrive(drawn);
        } else if (what < 30) {
            revise(drawn);
        } else if (what < 42) {
            pick(drawn, Status.UNCERTAIN).ifPresent(unit -> resolve(unit, drawn));
        } else if (what < 52) {
            PoolId pool = drawn.pick(List.copyOf(world.setting.pools.keySet()));
            call(
                    pause(pool, true),
                    d -> after(drawn.between(100, 4_000) * MILLISECOND, () -> call(pause(pool, false), e -> {})));
        } else if (what < 62) {
            SimulatedWorker worker = drawn.pick(workers.get());
            call(
                    drain(worker, true),
                    d -> after(drawn.between(500, 5_000) * MILLISECOND, () -> call(drain(worker, false), e -> {})));
        } else if (what < 72) {
            SimulatedWorker worker = drawn.pick(workers.get());
            if (worker.isGone()) {
                call(new RetireWorker(worker.id(), "its process is gone"), d -> {});
            }
        } else if (what < 82) {
            trespass(drawn);
            letGo(drawn);
        } else {
            pick(drawn).ifPresent(unit -> {
                var unused = world.ledger.ask(new Explain(unit.id())).orElseThrow();
            });
        }
    }

    private Optional<Unit> pick(Dice drawn, Status... statuses) {
        List<Unit> some = world.witness.units(statuses);
        return some.isEmpty() ? Optional.empty() : Optional.of(drawn.pick(some));
    }

    /** Looks at what the store outside has; now and then is careless and says the same, or something else, once more. */
    private void resolve(Unit unit, Dice drawn) {
        if (unit.state() instanceof WorkState.Uncertain uncertain) {
            Resolution resolution = world.store.hasWrite(unit.id(), uncertain.fence())
                    ? new Resolution.Succeeded(Payload.EMPTY)
                    : drawn.pick(List.of(
                            new Resolution.NotApplied(),
                            new Resolution.NotApplied(),
                            new Resolution.Failed("seen-broken"),
                            new Resolution.Cancelled("not-needed")));
            Resolve resolve = new Resolve(unit.id(), uncertain.fence(), resolution, "ticket-7", "ann");
            call(resolve, decision -> {
                if (drawn.chance(20)) {
                    call(resolve, d -> {});
                }
                if (drawn.chance(20)) {
                    call(
                            new Resolve(unit.id(), uncertain.fence(), new Resolution.NotApplied(), "ticket-8", "bob"),
                            d -> {});
                }
            });
        }
    }

    /** Mostly of work that ended without success; now and then is a life behind or ahead, and says it once more. */
    private void redrive(Dice drawn) {
        boolean any = drawn.chance(15);
        (any ? pick(drawn) : pick(drawn, Status.FAILED, Status.CANCELLED, Status.POISONED)).ifPresent(unit -> {
            int life = drawn.chance(80) ? unit.life() : Math.max(1, unit.life() + drawn.below(3) - 1);
            Redrive redrive =
                    new Redrive(unit.id(), life, drawn.pick(List.of("ann", "bob")), "mended", drawn.chance(25));
            call(redrive, decision -> {
                if (drawn.chance(20)) {
                    call(redrive, d -> {});
                }
            });
        });
    }

    private static Promote promotion(Unit unit, Dice drawn) {
        return drawn.chance(40) ? Promote.by("ann", "after all", unit.id()) : new Promote(unit.id());
    }

    /** Promotes or withdraws what is held; now and then what is not, and says it once more. */
    private void letGo(Dice drawn) {
        (drawn.chance(25) ? pick(drawn) : pick(drawn, Status.HELD)).ifPresent(unit -> {
            Command<?> command = drawn.chance(60)
                    ? promotion(unit, drawn)
                    : new Withdraw(unit.id(), drawn.pick(List.of("ann", "bob")), "given up");
            call(command, decision -> {
                if (drawn.chance(25)) {
                    call(command, d -> {});
                }
            });
        });
    }

    /** In place of the revision that is there; now and then of one that is not there any more. */
    private void revise(Dice drawn) {
        PoolId pool = drawn.pick(List.copyOf(world.setting.pools.keySet()));
        int looked = Math.max(1, world.witness.policies.revision(pool) - (drawn.chance(20) ? 1 : 0));
        DefinePool revised = new DefinePool(pool, Setting.revised(world.setting.policy(pool), drawn)).replacing(looked);
        call(revised, decision -> {
            if (drawn.chance(20)) {
                call(revised, d -> {});
            }
        });
    }

    private void trespass(Dice drawn) {
        pick(drawn, Status.CLAIMED, Status.UNCERTAIN, Status.SUCCEEDED)
                .ifPresent(unit -> unit.newestFence()
                        .ifPresent(fence -> send(
                                new Settle(
                                        unit.id(),
                                        fence,
                                        new ClaimSecret(drawn.bits(), drawn.bits()),
                                        new Answer.Failed("sabotage", Evidence.UNKNOWN)),
                                d -> {})));
        pick(drawn, Status.CLAIMED).flatMap(Unit::claim).ifPresent(claim -> {
            SimulatedWorker other = drawn.pick(workers.get());
            PoolId pool = other.offer.pools().first();
            if (!other.id().equals(claim.worker())) {
                send(new ClaimWork(pool, other.id(), claim.request(), new ClaimSecret(1, 2), 1), d -> {});
            }
        });
    }

    private static PausePool pause(PoolId pool, boolean paused) {
        return new PausePool(pool, paused, "ann", "maintenance");
    }

    private static DrainWorker drain(SimulatedWorker worker, boolean draining) {
        return new DrainWorker(worker.id(), draining, "ann", "maintenance");
    }

    private void putInOrder() {
        Dice drawn = dice.split("order " + turn);
        world.setting.pools.forEach((pool, policy) -> {
            call(pause(pool, false), d -> {});
            if (!world.witness.policies.current(pool).equals(policy)) {
                call(new DefinePool(pool, policy).replacing(world.witness.policies.revision(pool)), d -> {});
            }
        });
        workers.get().forEach(worker -> call(drain(worker, false), d -> {}));
        world.witness.units(Status.UNCERTAIN).forEach(unit -> resolve(unit, drawn));
        for (Unit unit : world.witness.units(Status.QUEUED)) {
            if (world.ledger.ask(new Explain(unit.id())).orElseThrow().reason() instanceof Explanation.NeverFits) {
                call(new Cancel(unit.id(), "ann", "never fits"), d -> {});
            }
        }
    }
}
