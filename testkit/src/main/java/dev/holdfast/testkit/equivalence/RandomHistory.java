// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DrainWorker;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RetireWorker;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitClaimed;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.testkit.RandomAttempts;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;

/**
 * Draws steps of all sorts, with limits so tight and names so few that they get in each other's way all the time. Equal
 * seeds and equal decisions give equal steps.
 */
final class RandomHistory {
    private static final Duration FAR_BACK = Duration.ofMinutes(6);

    private final Random random;
    private final RandomPools pools;
    private final RandomUnits units;
    private final RandomClaims claims;
    private final RandomSchedules schedules;
    private final RandomAttempts attempts;
    /** Whether the clock of this history is set back now and then. */
    private final boolean stepsBack;

    private final Queue<Step> first = new ArrayDeque<>();
    private boolean farBack;
    private boolean paused;

    RandomHistory(long seed) {
        this.random = new Random(seed);
        this.pools = new RandomPools(random);
        this.units = new RandomUnits(random);
        this.claims = new RandomClaims(random);
        this.schedules = new RandomSchedules(random);
        this.attempts = new RandomAttempts(new Random(~seed));
        this.stepsBack = seed % 2 == 0;
        RandomPools.DEFINED.forEach(define -> first.add(new Step.Give(List.of(define))));
        for (int i = 0; i < 3; i++) {
            first.add(new Step.Give(List.of(new RegisterWorker(pools.offer()))));
        }
    }

    Step next() {
        if (!first.isEmpty()) {
            return first.remove();
        }
        if (attempts.isTurn()) {
            return new Step.Give(List.of(attempts.next()));
        }
        paused = !paused && random.nextInt(5) < 2;
        return paused ? pass(pause()) : new Step.Give(random.nextInt(7) == 0 ? batch() : List.of(command()));
    }

    private Step pass(Duration pause) {
        schedules.pass(pause);
        attempts.pass(pause);
        return new Step.Pass(pause);
    }

    void learn(Step.Give step, List<Decision> decisions) {
        for (int i = 0; i < decisions.size(); i++) {
            claims.learn(step.commands().get(i), decisions.get(i));
            units.learn(step.commands().get(i), decisions.get(i));
            pools.learn(step.commands().get(i), decisions.get(i));
            schedules.learn(step.commands().get(i), decisions.get(i));
            attempts.learn(step.commands().get(i), decisions.get(i));
        }
    }

    private Duration pause() {
        if (farBack && random.nextInt(6) == 0) {
            farBack = false;
            return FAR_BACK;
        }
        if (stepsBack && random.nextInt(300) == 0 && !farBack) {
            farBack = true;
            return FAR_BACK.negated();
        }
        if (stepsBack && random.nextInt(20) == 0) {
            return Duration.ofMillis(-1 - random.nextInt(6_000));
        }
        return random.nextInt(60) == 0
                ? Duration.ofSeconds(5 + random.nextInt(20))
                : Duration.ofNanos(1_000L * (1 + random.nextInt(700_000)));
    }

    /** Mostly of one sort, which is what stores put into one transaction. */
    private List<Command<?>> batch() {
        List<Command<?>> commands = new ArrayList<>();
        int sort = random.nextInt(3);
        int size = 2 + random.nextInt(8);
        while (commands.size() < size) {
            commands.add(
                    switch (sort) {
                        case 0 -> units.submit();
                        case 1 -> aboutUnit();
                        default -> command();
                    });
        }
        return commands;
    }

    private Command<?> command() {
        return switch (random.nextInt(28)) {
            case 0, 1, 2, 3, 4, 5 -> units.submit();
            case 6 -> units.together();
            case 7, 8, 9, 10, 11 -> claim();
            case 12 -> random.nextBoolean() ? here() : claim();
            case 13, 14, 15, 16, 17, 18, 19 -> aboutUnit();
            case 20, 21 -> new Sweep(pools.pool(), random.nextBoolean());
            case 22, 23 -> claims.heartbeat(pools.worker());
            case 24 -> new RegisterWorker(pools.offer());
            case 25, 26 -> schedules.next(pools.pool());
            default -> operator();
        };
    }

    private Command<?> claim() {
        WorkerOffer offer = pools.offered();
        return claims.claim(pools.pool(offer), offer.worker());
    }

    /** A unit for some worker, whose pool it may be; sent again as claims are. */
    private Command<?> here() {
        WorkerOffer offer = pools.offered();
        Submit unit = units.submit();
        ClaimWork claim = claims.claim(unit.pool(), offer.worker());
        return unit.submission().requirements().delay().isZero()
                ? new SubmitClaimed(unit.pool(), unit.submission(), claim.worker(), claim.request(), claim.secret())
                : unit;
    }

    private Command<?> aboutUnit() {
        if (claims.isEmpty() && random.nextInt(10) > 0) {
            return units.submit();
        }
        return switch (random.nextInt(18)) {
            case 0, 1 -> claims.begin();
            case 16, 17 -> units.letGo();
            case 2 -> new Cancel(random.nextBoolean() ? units.work() : claims.work(), "ann", "changed my mind");
            case 3, 4 -> claims.resolve();
            case 5 -> claims.handBack();
            case 6 -> units.redrive();
            case 7 -> random.nextInt(3) > 0 ? units.redrive() : units.redact();
            default -> claims.settle();
        };
    }

    private Command<?> operator() {
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> pools.pause();
            case 10, 11 -> pools.record();
            case 3, 4, 5 -> new DrainWorker(pools.worker(), random.nextInt(4) == 0, "ann", "old host");
            case 6 -> new RetireWorker(pools.worker(), "its process is gone");
            default -> pools.define();
        };
    }
}
