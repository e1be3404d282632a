// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.WorkerDead;
import dev.holdfast.core.work.WorkerUnknown;
import dev.holdfast.runtime.logic.ClaimLogic;
import dev.holdfast.runtime.logic.Monotonic;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Claims of one dispatcher. A request whose answer is missing is sent again under the same id, until it is answered: what
 * it was granted comes back, and nothing is granted twice. Used by one thread at a time.
 */
final class Claimer {
    private final PoolId pool;
    private final int slot;
    private final int mostClaims;
    private final ClaimSecret secret;
    private final RandomGenerator requestBits;
    private final Ledger ledger;
    private final Registration registration;
    private final HeldClaims held;
    private final PoolClaims claims;
    private final ClaimLogic logic;
    private final Predicate<String> interruptOnCancel;
    private final Runnable onRunLimit;
    private final Reports reports;
    private final Monotonic clock;
    private volatile Optional<Asked> asked = Optional.empty();
    private volatile boolean expecting;

    /**
     * @param askedAt the monotonic moment before it was sent first
     * @param changes the ledger's change number before that
     */
    private record Asked(ClaimWork command, int incarnation, long askedAt, long changes) {}

    /**
     * Who claims what.
     *
     * @param slot the number of the dispatcher in its worker
     * @param mostClaims of the whole worker at once, with those that are answered and not told yet
     * @param requestBits draws request ids
     * @param interruptOnCancel by kind
     * @param onRunLimit called when a claim with a run limit arrived
     */
    record Terms(
            PoolId pool,
            int slot,
            int mostClaims,
            ClaimSecret secret,
            RandomGenerator requestBits,
            Predicate<String> interruptOnCancel,
            Runnable onRunLimit) {
        Terms withSlot(int other) {
            return new Terms(pool, other, mostClaims, secret, requestBits, interruptOnCancel, onRunLimit);
        }
    }

    Claimer(
            Terms terms,
            Ledger ledger,
            Registration registration,
            HeldClaims held,
            PoolClaims claims,
            ClaimLogic logic,
            Reports reports,
            Monotonic clock) {
        this.pool = terms.pool();
        this.slot = terms.slot();
        this.mostClaims = terms.mostClaims();
        this.secret = terms.secret();
        this.requestBits = terms.requestBits();
        this.interruptOnCancel = terms.interruptOnCancel();
        this.onRunLimit = terms.onRunLimit();
        this.ledger = ledger;
        this.registration = registration;
        this.held = held;
        this.claims = claims;
        this.logic = logic;
        this.reports = reports;
        this.clock = clock;
    }

    PoolId pool() {
        return pool;
    }

    ClaimSecret secret() {
        return secret;
    }

    boolean isAsking() {
        return asked.isPresent();
    }

    /** Something to claim is known to be there. Any thread. */
    void expect() {
        expecting = true;
    }

    void ran(long nanos) {
        if (nanos > 0) {
            logic.ran(nanos);
        }
    }

    void waitedTooLong() {
        logic.waitedTooLong();
    }

    /** Claims if it is time to, or repeats a request that was not answered even if nothing may be claimed any more. */
    void claim(boolean stopping) {
        if (asked.isEmpty()) {
            asked = stopping ? Optional.empty() : plan();
        }
        if (asked.isEmpty()) {
            return;
        }
        Asked request = asked.get();
        ClaimDecision decision = ledger.submit(request.command());
        learn(request, decision);
        asked = Optional.empty();
    }

    long nextLook() {
        long now = clock.nanos();
        if (asked.isPresent()) {
            return now;
        }
        boolean mayAsk = registration.mayClaim() && want() > 0;
        return mayAsk ? logic.nextLook(now) : Monotonic.NEVER;
    }

    private int want() {
        PoolClaims.Counts counts = claims.counts();
        return Math.min(logic.want(counts.running(), counts.ready()), mostClaims - held.count());
    }

    private Optional<Asked> plan() {
        int want = want();
        if (want <= 0 || !registration.mayClaim()) {
            return Optional.empty();
        }
        if (expecting) {
            expecting = false;
            logic.expect();
        }
        long now = clock.nanos();
        long changes = ledger.changes();
        if (!logic.isTime(now, changes)) {
            return Optional.empty();
        }
        Registration.Incarnation worker = registration.current();
        RequestId request = new RequestId(slot, requestBits.nextLong(), requestBits.nextLong());
        held.requesting(request);
        ClaimWork command = new ClaimWork(pool, worker.worker(), request, secret, want);
        return Optional.of(new Asked(command, worker.number(), now, changes));
    }

    private void learn(Asked request, ClaimDecision decision) {
        logic.answered(decision, request.changes(), clock.nanos());
        switch (decision) {
            case ClaimDecision.Granted granted -> granted(request, granted.grants());
            case ClaimDecision.Nothing nothing -> granted(request, List.of());
            case ClaimDecision.Refused refused -> refused(request);
            case PoolUnknown refused -> refused(request);
            case WorkerUnknown refused -> refused(request);
            case WorkerDead refused -> refused(request);
        }
    }

    private void refused(Asked request) {
        granted(request, List.of());
        registration.suspect();
    }

    private void granted(Asked request, List<Grant> grants) {
        List<Held> news = grants.stream()
                .map(grant -> new Held(
                        grant,
                        request.incarnation(),
                        request.askedAt(),
                        interruptOnCancel.test(
                                grant.submission().requirements().eligibility().kind())))
                .toList();
        held.answered(request.command().request(), request.incarnation(), news);
        claims.addReady(news);
        grants.forEach(reports::granted);
        if (news.stream().anyMatch(each -> each.runLimit() != Monotonic.NEVER)) {
            onRunLimit.run();
        }
    }
}
