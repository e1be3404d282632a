// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sweep: any process may do it, there is no leader. The pool remembers when it was swept, so that there is one pass
 * per interval whoever does it; a pass that left something behind does not count, so that the next one may follow at
 * once.
 *
 * <p>Units end by {@link LossRules}. Nothing is remembered between passes: what a crashed sweep did not do, the next one
 * finds again.
 */
public final class SweepRules {
    private SweepRules() {}

    public static Save<SweepDecision> sweep(Sweep command, SweepPage page) {
        if (page.pool().isEmpty()) {
            return Save.nothing(new PoolUnknown(command.pool()));
        }
        Pool pool = page.pool().get();
        Moment next = pool.sweptAt().plus(pool.policy().sweepEvery());
        boolean justSwept = !page.now().isBefore(pool.sweptAt()) && page.now().isBefore(next);
        if (!command.now() && justSwept) {
            return Save.nothing(new SweepDecision.NotYet(next.since(page.now())));
        }
        List<WorkerRecord> dead = page.deadWorkers().stream()
                .filter(worker -> !worker.isLive(page.now()))
                .map(WorkerRecord::died)
                .toList();
        List<UnitChange> lost = new ArrayList<>();
        for (Unit unit : page.claimed()) {
            Optional<Claim> claim = unit.claim();
            boolean workerLive =
                    claim.isPresent() && page.liveWorkers().contains(claim.get().worker());
            LossRules.lost(unit, workerLive, pool.policy(), page.now())
                    .ifPresent(after -> lost.add(UnitChange.of(unit, after, pool.policy())));
        }
        List<UnitChange> late = new ArrayList<>();
        for (Unit unit : page.queued()) {
            LossRules.late(unit, page.now()).ifPresent(after -> late.add(UnitChange.of(unit, after, pool.policy())));
        }
        List<UnitChange> held = new ArrayList<>();
        for (Unit unit : page.held()) {
            HoldRules.over(unit, page.now()).ifPresent(after -> held.add(UnitChange.of(unit, after, pool.policy())));
        }
        List<UnitChange> units = new ArrayList<>(lost);
        units.addAll(late);
        units.addAll(held);
        Pool swept = page.more() ? pool : pool.swept(page.now());
        return new Save<>(
                new Changes(List.of(swept), dead, units),
                new SweepDecision.Swept(dead.size(), lost.size(), late.size(), held.size(), page.more()));
    }
}
