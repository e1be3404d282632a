// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Digest;
import dev.holdfast.core.Moment;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.core.work.WorkerRecord;
import java.time.Duration;

/**
 * What of a small world decides how it can go on. Moments count from now, those that have passed are alike, and claims are
 * old once {@link #OLD} has passed. Left out is what small worlds do not have, such as schedules, what is only for people, such as the audit, and what cannot make a
 * difference between units of one fairness key, one band and no limits: tags, clocks, versions.
 */
final class SmallState {
    /** Past all leases of small worlds. */
    private static final Duration OLD = Duration.ofSeconds(5);

    private final Moment now;
    private final StringBuilder text = new StringBuilder();

    private SmallState(Moment now) {
        this.now = now;
    }

    /** Two paths with one fingerprint can only go on alike. */
    static Digest fingerprint(SmallPlay play) {
        SmallState state = new SmallState(play.world.now());
        play.world.ledger.capture(state::add);
        return Digest.ofFields(state.text.append(play.workers).toString());
    }

    private void add(Captured part) {
        switch (part) {
            case Captured.OfPool pool -> add(pool.pool());
            case Captured.OfWorker worker -> add(worker.worker());
            case Captured.OfUnit unit -> {
                add(unit.unit());
                text.append(unit.inLane()).append('\n');
            }
            case Captured.OfSlot slot ->
                text.append(slot.worker()).append(slot.request()).append(slot.fences());
            case Captured.OfLedger none -> {}
            case Captured.OfDomain none -> {}
            case Captured.OfKey none -> {}
            case Captured.OfLane none -> {}
            case Captured.OfSchedule none -> {}
            case Captured.OfAttempt none -> {}
            case Captured.OfAudit none -> {}
            case Captured.OfAmount amount -> text.append(amount.account()).append(amount.amount());
        }
    }

    private void add(Pool pool) {
        text.append(pool.revision())
                .append(pool.paused())
                .append(pool.counter())
                .append('\n');
    }

    private void add(WorkerRecord worker) {
        text.append(worker.healthy())
                .append(worker.draining())
                .append(
                        worker.dead() || ahead(worker.leaseUntil()) == 0
                                ? worker.dead() + "over"
                                : ahead(worker.leaseUntil()))
                .append('\n');
    }

    private void add(Unit unit) {
        text.append(unit.submission().key())
                .append(" l")
                .append(unit.life())
                .append(" a")
                .append(unit.attempts())
                .append(" x")
                .append(unit.losses())
                .append(unit.cancel().isPresent());
        switch (unit.state()) {
            case WorkState.Held held -> text.append(held.then()).append(ahead(held.until()));
            case WorkState.Queued queued -> text.append(queued.origin()).append(ahead(queued.due()));
            case WorkState.Claimed claimed -> add(claimed.claim());
            case WorkState.Uncertain uncertain ->
                text.append(uncertain.fence()).append(uncertain.reason()).append(uncertain.byLoss());
            case WorkState.Ended ended ->
                text.append(ended.status()).append(ended.by()).append(ended.evidence());
        }
        for (PastClaim past : unit.past()) {
            add(past.claim());
            text.append(past.end()).append(past.answer()).append(past.late());
            past.resolution().ifPresent(said -> text.append(said.resolution()));
        }
        unit.lives()
                .forEach(life ->
                        text.append(life.end().status()).append(life.cancel().isPresent()));
    }

    private void add(Claim claim) {
        long age = Math.min(now.since(claim.claimedAt()).toMillis(), OLD.toMillis());
        text.append(' ')
                .append(claim.fence())
                .append(claim.worker())
                .append(claim.request())
                .append(" l")
                .append(claim.life())
                .append(" a")
                .append(claim.attempt())
                .append(' ')
                .append(age)
                .append(claim.begunAt().isPresent());
    }

    private long ahead(Moment moment) {
        return Math.max(0, moment.since(now).toMillis());
    }
}
