// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitClaimed;
import dev.holdfast.core.work.SubmitClaimedDecision;
import dev.holdfast.core.work.WorkerUnknown;
import dev.holdfast.runtime.logic.Monotonic;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Submits units of one dispatcher's pool that are to run in this process, now, and starts them. They take a permit before
 * those that wait for one. Thread-safe.
 */
final class Here {
    private final Claimer.Terms terms;
    private final ExactRetry exactRetry;
    private final Registration registration;
    private final HeldClaims held;
    private final PoolClaims claims;
    private final Runner runner;
    private final Reports reports;
    private final Monotonic clock;
    private final AtomicInteger asking = new AtomicInteger();
    private volatile boolean stopping;

    /** @param terms with a slot of its own: what the claimer asked last is remembered by its slot */
    Here(
            Claimer.Terms terms,
            ExactRetry exactRetry,
            Registration registration,
            HeldClaims held,
            PoolClaims claims,
            Runner runner,
            Reports reports,
            Monotonic clock) {
        this.terms = terms;
        this.exactRetry = exactRetry;
        this.registration = registration;
        this.held = held;
        this.claims = claims;
        this.runner = runner;
        this.reports = reports;
        this.clock = clock;
    }

    void stop() {
        stopping = true;
    }

    /** Whether a unit may still be granted. Only meaningful after {@link #stop}. */
    boolean isAsking() {
        return asking.get() > 0;
    }

    SubmitClaimedDecision submit(Submit unit) {
        Registration.Incarnation worker = registration.current();
        asking.incrementAndGet();
        try {
            if (stopping || registration.registered().isEmpty() || !registration.mayClaim()) {
                return new SubmitClaimedDecision.NotClaimed(new WorkerUnknown(worker.worker()));
            }
            PoolClaims.Counts counts = claims.counts();
            if (!claims.hasPermit()) {
                return new SubmitClaimedDecision.NotClaimed(
                        new ClaimDecision.WorkerFull(counts.running(), counts.running()));
            }
            return submit(unit, worker);
        } finally {
            asking.decrementAndGet();
        }
    }

    private SubmitClaimedDecision submit(Submit unit, Registration.Incarnation worker) {
        RequestId request = new RequestId(
                terms.slot(),
                terms.requestBits().nextLong(),
                terms.requestBits().nextLong());
        long askedAt = clock.nanos();
        List<Held> won = List.of();
        held.requesting(request);
        try {
            SubmitClaimedDecision decision = exactRetry.submit(
                    new SubmitClaimed(unit.pool(), unit.submission(), worker.worker(), request, terms.secret()));
            if (decision instanceof SubmitClaimedDecision.Granted granted) {
                String kind = unit.submission().requirements().eligibility().kind();
                won = List.of(new Held(
                        granted.grant(),
                        worker.number(),
                        askedAt,
                        terms.interruptOnCancel().test(kind)));
                reports.granted(granted.grant());
            }
            return decision;
        } finally {
            held.answered(request, worker.number(), won);
            won.forEach(this::start);
        }
    }

    private void start(Held granted) {
        if (granted.runLimit() != Monotonic.NEVER) {
            terms.onRunLimit().run();
        }
        claims.addFirst(granted);
        runner.startReady();
        runner.wake();
    }
}
