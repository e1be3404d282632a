// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.ListWorkers;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.SubmitClaimedDecision;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * A random walk through all commands: after each one the {@link Invariants} and {@link Transitions} are checked, and at
 * the end the same commands are sent in batches to a second ledger, which must answer the same.
 */
final class RandomWalk {
    private static final PoolId P = new PoolId("p");
    private static final PoolId Q = new PoolId("q");

    private record Step(Duration pause, Command<?> command, Decision decision) {}

    private final long seed;
    private final int length;
    private final Function<LedgerClock, Ledger> open;
    private final List<Step> steps = new ArrayList<>();

    RandomWalk(long seed, int length, Function<LedgerClock, Ledger> open) {
        this.seed = seed;
        this.length = length;
        this.open = open;
    }

    void run() {
        try {
            walk();
            batched();
        } catch (AssertionError | RuntimeException e) {
            StringBuilder story = new StringBuilder("seed " + seed + ", step " + steps.size() + ": " + e.getMessage());
            for (Step step : steps) {
                story.append('\n').append(step.pause()).append(' ').append(step.command());
                story.append("\n    ").append(step.decision());
            }
            throw new AssertionError(story.toString(), e);
        }
    }

    private void walk() {
        ManualClock clock = new ManualClock();
        WalkCommands commands = new WalkCommands(seed);
        try (Ledger ledger = open.apply(clock)) {
            define(ledger);
            Map<PoolId, Pool> pools = pools(ledger);
            Map<WorkId, Unit> units = new HashMap<>();
            Moment latest = clock.now();
            while (steps.size() < length) {
                Duration pause = commands.pause();
                clock.advance(pause);
                latest = latest.orLater(clock.now());
                Command<?> command = commands.next();
                Map<WorkerId, WorkerRecord> workers = workers(ledger);
                Decision decision = ledger.submit(command);
                steps.add(new Step(pause, command, decision));
                commands.learn(command, decision);
                PoolId home = command instanceof ClaimWork claim ? claim.pool() : P;
                Pool asked = Objects.requireNonNull(pools.get(home));
                Transitions transitions =
                        new Transitions(clock.now(), latest, units, workers, asked, command, decision);
                List<Unit> found = Invariants.units(ledger);
                assertThat(found.size()).as("units never disappear").isGreaterThanOrEqualTo(units.size());
                found.forEach(transitions::check);
                Invariants.check(ledger);
                found.forEach(unit -> units.put(unit.id(), unit));
                Map<PoolId, Pool> after = pools(ledger);
                pools.forEach((id, pool) -> assertThat(
                                Objects.requireNonNull(after.get(id)).time())
                        .as("time of pool %s", id)
                        .isGreaterThanOrEqualTo(pool.time()));
                pools = after;
            }
        }
    }

    /** Numbers of units grow in the order of admission; gaps are the store's business. */
    private static Decision unnumbered(Decision decision) {
        if (decision instanceof SubmitClaimedDecision.Repeated repeated) {
            return new SubmitClaimedDecision.Repeated(repeated.unit().numbered(Unit.UNNUMBERED), repeated.until());
        }
        return decision instanceof SubmitDecision.Repeated repeated
                ? new SubmitDecision.Repeated(repeated.unit().numbered(Unit.UNNUMBERED), repeated.until())
                : decision;
    }

    /** Neighbours without a pause between them go into one batch. */
    private void batched() {
        ManualClock clock = new ManualClock();
        try (Ledger ledger = open.apply(clock)) {
            define(ledger);
            int from = 0;
            while (from < steps.size()) {
                clock.advance(steps.get(from).pause());
                int to = from + 1;
                while (to < steps.size() && steps.get(to).pause().isZero()) {
                    to++;
                }
                List<Step> batch = steps.subList(from, to);
                List<Command<?>> commands = new ArrayList<>();
                batch.forEach(step -> commands.add(step.command()));
                List<Decision> decisions = ledger.submitAll(commands);
                assertThat(decisions.stream().map(RandomWalk::unnumbered).toList())
                        .as("the batch of steps %d to %d is answered as one by one", from + 1, to)
                        .isEqualTo(batch.stream()
                                .map(step -> unnumbered(step.decision()))
                                .toList());
                from = to;
            }
        }
    }

    private static void define(Ledger ledger) {
        ledger.submit(new DefinePool(
                P,
                PoolPolicy.DEFAULT
                        .withMaxLiveClaims(5)
                        .withBudgets(3, 2)
                        .withCapacity(Map.of("cpu", 4L))
                        .withDomains(Map.of("d", DomainLimit.claims(1)))));
        ledger.submit(new DefinePool(
                Q, PoolPolicy.DEFAULT.withLease(Duration.ofSeconds(20)).withCapacity(Map.of("cpu", 3L))));
    }

    private static Map<PoolId, Pool> pools(Ledger ledger) {
        Map<PoolId, Pool> pools = new HashMap<>();
        ledger.ask(new ListPools()).forEach(pool -> pools.put(pool.id(), pool));
        return pools;
    }

    private static Map<WorkerId, WorkerRecord> workers(Ledger ledger) {
        Map<WorkerId, WorkerRecord> workers = new HashMap<>();
        for (PoolId pool : List.of(P, Q)) {
            ledger.ask(new ListWorkers(pool)).forEach(worker -> workers.put(worker.id(), worker));
        }
        return workers;
    }
}
