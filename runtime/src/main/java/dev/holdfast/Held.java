// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.runtime.logic.Monotonic;
import java.time.Duration;
import java.util.Optional;

/**
 * A claim in this process, from its grant until the ledger has answered for it. Thread-safe.
 *
 * <p>An interruption reaches the handler's thread only while the handler runs, never what the thread does before or after.
 */
final class Held {
    private final Grant grant;
    private final int incarnation;
    private final long askedAt;
    private final boolean interruptOnCancel;
    private Optional<Thread> runner = Optional.empty();
    private volatile long permittedAt;
    private volatile boolean answered;
    private volatile boolean cancelled;
    private volatile boolean lost;
    private volatile boolean stopping;

    /**
     * @param incarnation which worker of this process claimed it
     * @param askedAt the monotonic moment before its claim was sent
     */
    Held(Grant grant, int incarnation, long askedAt, boolean interruptOnCancel) {
        this.grant = grant;
        this.incarnation = incarnation;
        this.askedAt = askedAt;
        this.interruptOnCancel = interruptOnCancel;
    }

    Grant grant() {
        return grant;
    }

    int incarnation() {
        return incarnation;
    }

    /** It has a permit from {@code now} on; what follows until the permit is back counts as its run. */
    void permitted(long now) {
        permittedAt = now;
    }

    long permittedAt() {
        return permittedAt;
    }

    /** Its answer is on the way: whatever becomes of the claim, the ledger will say so in reply. */
    void answered() {
        answered = true;
    }

    boolean isAnswered() {
        return answered;
    }

    Holdings.Holding holding() {
        return new Holdings.Holding(grant.work(), grant.fence());
    }

    boolean mustBegin() {
        return grant.submission().requirements().mustBegin();
    }

    /** Counted from before the claim was sent, so that it is over here before it is over for the ledger. */
    long runLimit() {
        return grant.submission()
                .requirements()
                .runLimit()
                .map(Duration::toNanos)
                .map(limit -> Monotonic.later(askedAt, limit))
                .orElse(Monotonic.NEVER);
    }

    /** @return false when the handler must not be called, because the claim was lost before */
    synchronized boolean start(Thread thread) {
        if (lost || stopping) {
            return false;
        }
        runner = Optional.of(thread);
        return true;
    }

    /** The handler has returned: no interruption reaches its thread any more. */
    synchronized void end() {
        runner = Optional.empty();
    }

    synchronized void cancel() {
        if (!cancelled) {
            cancelled = true;
            if (interruptOnCancel) {
                runner.ifPresent(Thread::interrupt);
            }
        }
    }

    /** @return false when it was lost before */
    synchronized boolean lose() {
        boolean first = !lost;
        lost = true;
        if (first) {
            runner.ifPresent(Thread::interrupt);
        }
        return first;
    }

    /** The worker stops and the grace is over. */
    synchronized void interruptToStop() {
        stopping = true;
        runner.ifPresent(Thread::interrupt);
    }

    boolean isCancelled() {
        return cancelled || lost;
    }

    boolean isLost() {
        return lost;
    }

    boolean isStopping() {
        return stopping;
    }
}
