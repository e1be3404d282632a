// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.ledger.Shelf;
import dev.holdfast.core.work.Changes;
import dev.holdfast.core.work.HeartbeatDecision;
import dev.holdfast.core.work.HeartbeatRules;
import dev.holdfast.core.work.Save;
import dev.holdfast.core.work.WorkerDead;
import dev.holdfast.core.work.WorkerPage;
import dev.holdfast.core.work.WorkerRecord;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;

/** Lies about the leases of workers. */
final class WrongLeases extends WrongShelf {
    /** What becomes of a command about a worker. */
    interface Workers {
        <R> Save<R> decide(WorkerPage page, Function<WorkerPage, Save<R>> rule);
    }

    private final Workers workers;

    private WrongLeases(LedgerClock clock, Workers workers) {
        super(clock);
        this.workers = workers;
    }

    static Function<LedgerClock, Shelf> renewing(Workers workers) {
        return clock -> new WrongLeases(clock, workers);
    }

    @Override
    public <R> R worker(WorkerId worker, Set<PoolId> pools, Function<WorkerPage, Save<R>> rule) {
        return super.worker(worker, pools, page -> workers.decide(page, rule));
    }

    /** The lease that is written is half of the one that is promised. */
    static <R> Save<R> forHalfTheTime(WorkerPage page, Function<WorkerPage, Save<R>> rule) {
        Save<R> right = rule.apply(page);
        if (!(right.answer() instanceof HeartbeatRules.Outcome beat
                && beat.decision() instanceof HeartbeatDecision.Renewed)) {
            return right;
        }
        return new Save<>(
                new Changes(
                        right.changes().pools(),
                        right.changes().workers().stream()
                                .map(it -> until(it, page.now().plus(it.lease().dividedBy(2))))
                                .toList(),
                        right.changes().units()),
                right.answer());
    }

    /** A dead worker that beats lives again. */
    static <R> Save<R> evenOfTheDead(WorkerPage page, Function<WorkerPage, Save<R>> rule) {
        Save<R> right = rule.apply(page);
        if (!(right.answer() instanceof HeartbeatRules.Outcome beat && beat.decision() instanceof WorkerDead)) {
            return right;
        }
        return rule.apply(new WorkerPage(
                page.now(),
                page.worker().map(it -> until(it, page.now().plus(Duration.ofSeconds(1)))),
                page.pools(),
                page.claims()));
    }

    private static WorkerRecord until(WorkerRecord it, Moment leaseUntil) {
        return new WorkerRecord(
                it.offer(), it.registeredAt(), leaseUntil, it.lease(), it.healthy(), it.draining(), false);
    }
}
