// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Says why a unit is where it is: the first reason in the order in which a claim would stop, and of everything that stands
 * in its way what would remove it.
 */
public final class ExplainRules {
    private ExplainRules() {}

    public static Explained explain(ExplainPage page) {
        return switch (page.unit().state()) {
            case WorkState.Held held ->
                new Explained(new Explanation.Held(held.until(), held.then()), List.of(new Condition.Promoted()));
            case WorkState.Ended ended ->
                new Explained(
                        new Explanation.Ended(ended.status(), ended.code(), ended.at()),
                        ended.status() == Status.SUCCEEDED ? List.of() : List.of(new Condition.Redriven()));
            case WorkState.Claimed held ->
                new Explained(
                        new Explanation.Running(
                                held.claim().worker(),
                                held.claim().fence(),
                                held.claim().claimedAt()),
                        List.of());
            case WorkState.Uncertain uncertain ->
                new Explained(
                        new Explanation.WaitsForEvidence(
                                uncertain.fence(),
                                uncertain.reason(),
                                uncertain.since(),
                                asking(page),
                                !uncertain
                                        .since()
                                        .isAfter(Escalation.latest(page.pool().policy(), page.now()))),
                        List.of(new Condition.Evident(uncertain.fence())));
            case WorkState.Queued queued -> waits(queued, page);
        };
    }

    private static Optional<Explanation.Asking> asking(ExplainPage page) {
        return page.inquiry()
                .filter(asking -> Inquiry.of(asking.unit()).isPresent())
                .map(asking -> new Explanation.Asking(
                        asking.unit().id(), explain(page.about(asking)).reason()));
    }

    private static Explained waits(WorkState.Queued queued, ExplainPage page) {
        Unit unit = page.unit();
        Moment time = page.now().orLater(page.pool().time());
        if (unit.startBy().filter(time::isAfter).isPresent()) {
            return new Explained(new Explanation.TooLate(unit.startBy().get()), List.of(new Condition.Redriven()));
        }
        List<Obstacle> obstacles = new ArrayList<>(ofTime(queued, page));
        if (page.pool().paused()) {
            obstacles.add(new Obstacle(
                    new Explanation.PoolPaused(),
                    new Condition.Resumed(page.pool().id())));
        }
        new PoolWorkers(page).obstacle().ifPresent(obstacles::add);
        obstacles.addAll(Obstacle.ofLimits(page));
        obstacles.sort(Comparator.comparingInt(Obstacle::rank));
        if (obstacles.isEmpty()) {
            return new Explained(reserved(page, new Explanation.ItsTurnComes()), List.of(new Condition.Turn()));
        }
        return new Explained(
                reserved(page, obstacles.getFirst().reason()),
                obstacles.stream().map(Obstacle::removedBy).distinct().toList());
    }

    /** Why the unit stands where it is, if room is kept for it: nothing else than that it waits for that. */
    private static Explanation reserved(ExplainPage page, Explanation stands) {
        return page.standing()
                .filter(open -> page.isReserved())
                .<Explanation>map(open -> new Explanation.Reserved(open.worker(), open.until(), stands))
                .orElse(stands);
    }

    /** A unit whose latest start comes before it is due will not start in this life. */
    private static List<Obstacle> ofTime(WorkState.Queued queued, ExplainPage page) {
        Moment now = page.now();
        Moment behind = page.pool().time().minus(ClaimRules.CLOCK_TOLERANCE);
        boolean notDue = !page.inLane() && queued.due().isAfter(now);
        if (!notDue && !now.isBefore(behind)) {
            return List.of();
        }
        Explanation reason = notDue
                ? new Explanation.NotDue(queued.due().since(now))
                : new Explanation.ClockWentBack(page.pool().time().since(now));
        Moment from = notDue ? queued.due().orLater(behind) : behind;
        Optional<Moment> startBy = page.unit().startBy().filter(from::isAfter);
        return List.of(
                new Obstacle(reason, startBy.isPresent() ? new Condition.Redriven() : new Condition.Passed(from)));
    }
}
