// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.HeartbeatDecision;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.WorkerDead;
import dev.holdfast.core.work.WorkerDecision;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.core.work.WorkerUnknown;
import dev.holdfast.runtime.logic.HeartbeatLogic;
import dev.holdfast.runtime.logic.HeartbeatLogic.Step.Beat;
import dev.holdfast.runtime.logic.HeartbeatLogic.Step.Fence;
import dev.holdfast.runtime.logic.HeartbeatLogic.Step.Register;
import dev.holdfast.runtime.logic.HeartbeatLogic.Step.Wait;
import dev.holdfast.runtime.logic.Monotonic;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One worker at a time in the ledger's eyes: registers, renews, obeys directives, and gives itself up when the lease can no
 * longer be trusted. Then the next one registers under a new id, because a dead worker never comes back.
 *
 * <p>{@link #run} calls the ledger and may be stuck in it. So the {@link Watch} gives up the lease on a thread that never
 * does; an answer that arrives after that is one to a worker that is no more, and is dropped.
 */
final class Registration implements Step {
    private final Ledger ledger;
    private final Supplier<WorkerOffer> offers;
    private final HeldClaims held;
    private final Directives directives;
    private final Reports reports;
    private final Monotonic clock;
    private final HeartbeatLogic logic;
    private final Runnable onChange;
    private WorkerOffer candidate;
    private volatile Incarnation current;
    private volatile boolean healthy = true;
    private volatile boolean draining;

    /** A worker id and how many this process had before it. */
    record Incarnation(WorkerId worker, int number) {}

    /**
     * @param offers what the workers offer, each time under a new id
     * @param onChange called when claiming may have become possible, or claims were lost
     */
    Registration(
            Ledger ledger,
            Supplier<WorkerOffer> offers,
            HeldClaims held,
            Reports reports,
            Driver driver,
            Runnable onChange) {
        this.ledger = ledger;
        this.offers = offers;
        this.held = held;
        this.directives = new Directives(held, reports);
        this.reports = reports;
        this.clock = driver.clock();
        this.logic = new HeartbeatLogic(driver.random());
        this.onChange = onChange;
        this.candidate = offers.get();
        this.current = new Incarnation(candidate.worker(), 0);
    }

    Incarnation current() {
        return current;
    }

    /** Whether a claim of this incarnation may be started now. */
    boolean mayStart(int incarnation) {
        return current.number() == incarnation && logic.mayStart(clock.nanos());
    }

    /** The incarnation whose claims may be started now; none has a negative number. */
    int startable() {
        int number = current.number();
        return mayStart(number) ? number : -1;
    }

    boolean mayClaim() {
        return healthy && !draining && logic.mayStart(clock.nanos());
    }

    boolean isHealthy() {
        return healthy;
    }

    /** A handler threw an {@link Error}: nobody knows what it left behind. */
    void unhealthy() {
        healthy = false;
        logic.suspect();
        onChange.run();
    }

    /** The ledger has answered something as if it did not know this worker; the next heartbeat finds out. */
    void suspect() {
        logic.suspect();
        onChange.run();
    }

    @Override
    public long run() {
        try {
            switch (logic.next(clock.nanos())) {
                case Register register -> register();
                case Beat beat -> beat(beat.list());
                case Fence fence -> watch();
                case Wait wait -> {
                    return wait.until();
                }
            }
        } catch (LedgerUnavailable | OutcomeUnknown e) {
            reports.trouble("the ledger did not answer a heartbeat", e);
            logic.failed(clock.nanos());
        }
        return Long.MIN_VALUE;
    }

    private void register() {
        long sentAt = clock.nanos();
        WorkerDecision decision = ledger.submit(new RegisterWorker(candidate));
        switch (decision) {
            case WorkerDecision.Registered registered -> {
                become();
                logic.registered(sentAt, registered.lease());
                onChange.run();
            }
            case WorkerDecision.Repeated repeated -> {
                become();
                logic.registeredBefore();
            }
            case WorkerDead dead -> anotherName(decision);
            case WorkerDecision.OfferConflict conflict -> anotherName(decision);
            case PoolUnknown unknown -> anotherName(decision);
            case WorkerUnknown unknown -> anotherName(decision);
            case WorkerDecision.Draining other -> anotherName(decision);
            case WorkerDecision.Accepting other -> anotherName(decision);
            case WorkerDecision.Retired other -> anotherName(decision);
        }
    }

    private synchronized void become() {
        current = new Incarnation(candidate.worker(), current.number());
        draining = false;
    }

    private void anotherName(WorkerDecision refusal) {
        reports.trouble(
                "worker " + candidate.worker() + " was not registered", new IllegalStateException(refusal.toString()));
        candidate = offers.get();
        logic.failed(clock.nanos());
    }

    private void beat(boolean list) {
        Incarnation asker = current;
        HeldClaims.Snapshot snapshot = held.snapshot(list);
        long sentAt = clock.nanos();
        HeartbeatDecision decision =
                ledger.submit(new Heartbeat(asker.worker(), healthy, snapshot.holdings(), snapshot.inFlight()));
        synchronized (this) {
            if (current.number() != asker.number()) {
                return;
            }
            switch (decision) {
                case HeartbeatDecision.Renewed renewed -> {
                    Directives.Obeyed obeyed = directives.obey(renewed.directives());
                    draining = obeyed.draining();
                    logic.renewed(sentAt, renewed.lease(), obeyed.listWanted());
                    onChange.run();
                }
                case WorkerUnknown unknown -> giveUp("the ledger does not know worker " + asker.worker());
                case WorkerDead dead -> giveUp("the ledger holds worker " + asker.worker() + " for dead");
            }
        }
    }

    /** Gives up the lease if it can no longer be trusted; returns until when it can. Never calls the ledger. */
    long watch() {
        synchronized (this) {
            if (logic.next(clock.nanos()) instanceof Fence) {
                giveUp("no heartbeat was answered for most of the lease");
            }
        }
        return logic.trustedUntil();
    }

    private synchronized void giveUp(String why) {
        candidate = offers.get();
        current = new Incarnation(candidate.worker(), current.number() + 1);
        logic.fenced();
        for (Held claim : held.passTo(current.number())) {
            if (!claim.isAnswered() && claim.lose()) {
                reports.lost(claim, why);
            }
        }
        onChange.run();
    }

    /** The worker that the ledger knows of, unless it was given up. */
    Optional<WorkerId> registered() {
        return logic.isRegistered() ? Optional.of(current.worker()) : Optional.empty();
    }
}
