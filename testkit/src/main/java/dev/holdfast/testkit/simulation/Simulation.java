// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.DefineDomain;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DomainTerms;
import java.util.ArrayList;
import java.util.List;

/**
 * A ledger under everything that can go wrong, from one seed, on one thread, in virtual time.
 *
 * <p><b>A history</b> has two phases. <em>Break</em>: workers, submitters and operators go about their business over a
 * network that loses, doubles, delays and reorders; workers crash and pause; the store is absent or slow, or nobody knows
 * whether it decided; the ledger's clock jumps; some handlers take their worker down or fail every time. <em>Heal</em>: the faults are
 * over, the operators put everything in order, and all work has to end in bounded time. After every step, that is every
 * command that reaches the ledger, an independent witness checks the promises of the ledger.
 *
 * <p><b>To run a failure again</b>: the error names the seed; {@code holdfast simulate --seed N} tells this one history, and
 * {@code -Dholdfast.simulation.seed=N} makes the simulation's tests run it. The same seed gives the same history as long as the simulation itself does not change.
 */
public final class Simulation {
    /** How far the two clocks may drift apart in all; less than what a claim tolerates. */
    private static final long MOST_SKEW = 20 * Actor.SECOND;

    private final World world;
    private final Options options;
    private final List<SimulatedWorker> workers = new ArrayList<>();
    private final Operator operator;

    private Simulation(long seed, Options options) {
        this.options = options;
        this.world = new World(seed, options);
        this.operator = new Operator(world, () -> List.copyOf(workers));
    }

    /**
     * Runs one history.
     *
     * @throws InvariantBroken when a promise does not hold
     */
    public static Statistics run(long seed, Options options) {
        return new Simulation(seed, options).run();
    }

    private Statistics run() {
        world.setting.sharedDomains.forEach(
                (name, limit) -> world.decide("operator", new DefineDomain(name, new DomainTerms(limit))));
        world.setting.pools.forEach((pool, policy) -> world.decide("operator", new DefinePool(pool, policy)));
        for (int number = 0; number < world.setting.workers; number++) {
            employ(number, 0);
        }
        Submitter submitter = new Submitter(world);
        long breaking = Moment.micros(options.breaking());
        submitter.start(options.works(), breaking);
        operator.start();
        new Planner(world).start();
        for (int number = 1; number <= 2; number++) {
            new Passer(world, number).start(world.setting.night);
        }
        world.network.start();
        if (options.clockJumps()) {
            jump(0);
        }
        world.runUntil(breaking, () -> false);
        world.heal();
        long end = breaking + Moment.micros(options.healing());
        world.runUntil(
                end,
                () -> world.time() > 2 * breaking
                        && submitter.acknowledged() == options.works()
                        && world.witness.schedules.areAtRest()
                        && world.witness.allEnded());
        world.demand(submitter.acknowledged() == options.works(), "I5", "a submission is not answered");
        world.demand(world.witness.allEnded(), "I5", "not everything ended: %s", world.witness.units());
        world.ledger.close();
        return world.statistics;
    }

    /** Starts a worker, and another in its place when it ends. */
    private void employ(int number, int generation) {
        SimulatedWorker worker = new SimulatedWorker(world, number, generation, () -> employ(number, generation + 1));
        workers.removeIf(old -> old.number() == number);
        workers.add(worker);
        worker.start();
    }

    private void jump(int round) {
        Dice drawn = world.dice.split("clock " + round);
        long size = drawn.between(10, 3_000) * Actor.MILLISECOND;
        if (world.skew() - size > -MOST_SKEW && world.network.strikes(Fault.CLOCK_BACK, drawn.split("back"))) {
            world.jumpClock(-size);
        } else if (world.skew() + size < MOST_SKEW
                && world.network.strikes(Fault.CLOCK_FORWARD, drawn.split("forward"))) {
            world.jumpClock(size);
        }
        world.schedule(world.time() + Actor.SECOND, () -> jump(round + 1));
    }
}
