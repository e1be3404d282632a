// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Condition;
import dev.holdfast.core.work.Explained;
import dev.holdfast.core.work.Explanation;
import dev.holdfast.core.work.Status;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * What an explanation promises, against the claim itself: when all its conditions have become true the unit is granted,
 * when one of them has not it is not, whoever claims.
 */
class WouldRunTest {
    private static final long SEEDS = Long.getLong("holdfast.explained", 1_200);
    private static final int STEPS = 160;

    @Test
    void aUnitIsGrantedWhenAllHasBecomeSoAndNotBefore() {
        Set<Class<?>> reasons = new HashSet<>();
        Set<Class<?>> conditions = new HashSet<>();
        LongStream.rangeClosed(1, SEEDS).forEach(seed -> check(seed, reasons, conditions));

        assertThat(reasons)
                .contains(
                        Explanation.NotDue.class,
                        Explanation.PoolPaused.class,
                        Explanation.NeverFits.class,
                        Explanation.NoEligibleWorker.class,
                        Explanation.LimitReached.class,
                        Explanation.WorkersBusy.class,
                        Explanation.ItsTurnComes.class,
                        Explanation.ClockWentBack.class,
                        Explanation.TooLate.class,
                        Explanation.NoWorker.class);
        assertThat(conditions)
                .contains(
                        Condition.Passed.class,
                        Condition.Resumed.class,
                        Condition.Room.class,
                        Condition.WorkerOffers.class,
                        Condition.WorkerFree.class,
                        Condition.Turn.class,
                        Condition.Redriven.class);
    }

    private static void check(long seed, Set<Class<?>> reasons, Set<Class<?>> conditions) {
        Random random = new Random(seed);
        int steps = 20 + random.nextInt(STEPS);
        WorkId work;
        Explained explained;
        try (ChangedWorld world = ChangedWorld.after(seed, steps)) {
            var queued = world.queued();
            if (queued.isEmpty()) {
                return;
            }
            work = queued.get(random.nextInt(queued.size())).id();
            world.alone(work); // an end of others may give room: what they kept of a domain is free then
            explained = world.explain(work);
        }
        reasons.add(explained.reason().getClass());
        explained.wouldRun().forEach(each -> conditions.add(each.getClass()));
        String what = "seed %d, steps %d, unit %s, %s".formatted(seed, steps, work, explained);
        assertThat(explained.wouldRun()).as(what).isNotEmpty();
        assertThat(isGranted(seed, steps, work, explained.wouldRun())).as(what).isTrue();
        if (explained.wouldRun().equals(List.of(new Condition.Turn()))) {
            return;
        }
        for (int i = 0; i < explained.wouldRun().size(); i++) {
            List<Condition> others = new ArrayList<>(explained.wouldRun());
            Condition missing = others.remove(i);
            assertThat(isGranted(seed, steps, work, others))
                    .as(what + ", but for " + missing)
                    .isFalse();
        }
    }

    private static boolean isGranted(long seed, int steps, WorkId work, List<Condition> conditions) {
        try (ChangedWorld world = ChangedWorld.after(seed, steps)) {
            world.alone(work);
            conditions.forEach(condition -> world.become(condition, work));
            boolean lives = world.unit(work).status() == Status.QUEUED;
            if (lives && conditions.contains(new Condition.Redriven())) {
                // The next life has conditions of its own.
                List<Condition> next = world.explain(work).wouldRun();
                next.stream()
                        .filter(condition -> !(condition instanceof Condition.Redriven))
                        .forEach(condition -> world.become(condition, work));
            }
            world.alone(work); // a sweep may have put others back
            return world.isGranted(work);
        }
    }
}
