// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.work.Submit;
import dev.holdfast.runtime.logic.Monotonic;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Runs work in this process. Started by {@link Holdfast#start()}; stops when asked to, or when the ledger is broken.
 * Thread-safe.
 *
 * <p>It is one worker in the ledger, and one more for each handler that has a concurrency of its own.
 */
public final class Worker implements AutoCloseable {
    /** Where a worker is in its life. */
    public enum State {
        RUNNING,
        /** Claims nothing more; running handlers have their grace. */
        STOPPING,
        STOPPED,
        /** The ledger is broken: nothing more can be claimed or settled. See {@link #failure()}. */
        BROKEN
    }

    /** How long handlers have to end once they are interrupted, and the last settlements to be taken. */
    private static final long AFTER_GRACE = Duration.ofSeconds(2).toNanos();

    private static final System.Logger LOG = System.getLogger("dev.holdfast.worker");

    private final Holdfast holdfast;
    private final Driver driver;
    private final List<Membership> memberships;
    private final Role sweeper;
    private final Role scheduler;
    private final Signal progress;
    private final Duration grace;
    private boolean stopped;
    private volatile State state = State.RUNNING;
    private volatile Optional<Throwable> failure = Optional.empty();

    Worker(Holdfast holdfast, Driver driver, WorkerParts parts, WorkerOptions options) {
        this.holdfast = holdfast;
        this.driver = driver;
        this.progress = parts.progress();
        this.grace = options.grace();
        this.memberships = parts.memberships(this::guarded);
        this.sweeper = driver.role("sweeper", guarded(parts.sweeper()));
        this.scheduler = driver.role("scheduler", guarded(parts.scheduler()));
    }

    void start() {
        memberships.forEach(Membership::start);
        sweeper.start();
        scheduler.start();
    }

    /** Work for one of this worker's pools was submitted here. */
    void expect() {
        memberships.forEach(Membership::expect);
    }

    /**
     * Submits a unit that this worker runs at once, before all that waits: it is in the ledger, and claimed by this worker, in
     * one commit. Whatever happens to this process then, the unit is found and run again as any claimed one is. The handler
     * runs as ever; {@link Submitted#await} waits for it. A unit that was submitted before is not run here.
     *
     * @param options neither held nor delayed
     * @throws NotRunHere when this worker may not run it now; nothing was submitted
     * @throws SubmissionRefused when the ledger does not take it at all
     * @throws IllegalArgumentException when the worker has no handler for such units in the pool; and as {@link
     *     Holdfast#submit(String, Object, SubmitOptions)}, which fails in the same ways
     */
    public Submitted runHere(String kind, Object payload, SubmitOptions options) {
        if (options.hold().isPresent()) {
            throw new IllegalArgumentException("a unit that is to run now cannot be held");
        }
        Submit unit = holdfast.command(kind, payload, options);
        Here here = memberships.stream()
                .map(each -> each.here(kind, unit.pool()))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "this worker runs no units of the kind " + kind + " of pool " + unit.pool()));
        return Submitted.of(holdfast, here.submit(unit));
    }

    /** The ids under which the ledger knows this worker now. They change when a lease could not be renewed in time. */
    public List<WorkerId> ids() {
        return memberships.stream().map(Membership::worker).toList();
    }

    public State state() {
        return state;
    }

    /** False after a handler threw an {@link Error}: the worker finishes what it has and takes nothing new. */
    public boolean isHealthy() {
        return state != State.BROKEN && memberships.stream().allMatch(Membership::isHealthy);
    }

    /** What broke the worker. */
    public Optional<Throwable> failure() {
        return failure;
    }

    /** Waits until the worker has stopped or broken, at most {@code atMost}; says whether it has. */
    public boolean awaitStopped(Duration atMost) throws InterruptedException {
        long until = after(atMost.toNanos());
        return driver.await(progress, () -> state == State.STOPPED || state == State.BROKEN, until);
    }

    /** Stops claiming and gives back what was not started; running handlers go on. Stopping goes on with {@link #stop}. */
    public void drain() {
        memberships.forEach(Membership::stopClaiming);
        driver.runDue();
    }

    /**
     * Stops claiming, gives back at once what was not started, gives running handlers their grace, interrupts them and gives
     * their work back, and tells the ledger that this worker is gone. Returns when that is done. A handler that ignores its
     * interruption keeps its claim, which the ledger ends when the lease is over.
     *
     * <p>An interruption of the caller ends the grace, and nothing else; the caller is interrupted again when this returns.
     */
    public synchronized void stop() {
        if (stopped) {
            return;
        }
        stopped = true;
        state = State.STOPPING;
        drain();
        boolean interrupted = awaitLastAnswers();
        stopRoles();
        interrupted |= Thread.interrupted(); // a store may refuse to work for an interrupted thread
        if (failure.isEmpty()) {
            memberships.forEach(each -> each.retireIfIdle(holdfast.ledger()));
        }
        state = failure.isEmpty() ? State.STOPPED : State.BROKEN;
        progress.raise();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** @return whether this thread was interrupted meanwhile */
    private boolean awaitLastAnswers() {
        boolean interrupted = false;
        try {
            if (awaitIdle(after(grace.toNanos()))) {
                return false;
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        memberships.forEach(Membership::interruptHandlers);
        // What handlers say now is worth this short wait, whoever hurries: unsaid, it may cost a question later.
        long until = after(AFTER_GRACE);
        while (true) {
            try {
                awaitIdle(until);
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    private long after(long nanos) {
        return Monotonic.later(driver.clock().nanos(), nanos);
    }

    /** {@link #stop()}. */
    @Override
    public void close() {
        stop();
    }

    private boolean awaitIdle(long until) throws InterruptedException {
        return driver.await(
                progress, () -> failure.isPresent() || memberships.stream().allMatch(Membership::isIdle), until);
    }

    private void stopRoles() {
        memberships.forEach(Membership::stop);
        sweeper.stop();
        scheduler.stop();
    }

    private Step guarded(Step step) {
        return () -> {
            if (failure.isPresent()) {
                return Monotonic.NEVER;
            }
            try {
                return step.run();
            } catch (LedgerBroken e) {
                broken(e);
                return Monotonic.NEVER;
            }
        };
    }

    private void broken(LedgerBroken cause) {
        if (failure.isEmpty()) {
            failure = Optional.of(cause);
            LOG.log(System.Logger.Level.ERROR, "the ledger is broken; this worker stops", cause);
            state = State.BROKEN;
            memberships.forEach(Membership::abandon);
            progress.raise();
        }
    }
}
