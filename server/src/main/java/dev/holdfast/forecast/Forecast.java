// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A captured ledger, run forward: a ledger in memory under a clock that jumps from one thing that happens to the next. All
 * that is decided is decided by the rules. What is taken for granted: nothing is submitted, every run succeeds after its
 * run time, workers stay alive, and whoever has a place free claims at once.
 *
 * <p>The same forecast of the same capture has the same outlook, always.
 */
public final class Forecast {
    /** A claim that is live, and who has it. */
    private record Held(Fence fence, WorkerId worker) {}

    private final Ledger ledger;
    private final VirtualClock clock;
    private final RunTimes runTimes;
    private final Moment horizon;
    private final Timeline timeline = new Timeline();
    private final Books books;
    private final Claimants claimants;
    private final Holders holders;
    private final Sweeps sweeps;
    private final Map<WorkId, Held> held = new HashMap<>();

    private Forecast(Ledger ledger, VirtualClock clock, Assumptions assumptions) {
        this.ledger = ledger;
        this.clock = clock;
        this.runTimes = assumptions.runTimes();
        this.horizon = clock.now().plus(assumptions.horizon());
        this.books = new Books(clock.now());
        this.claimants = new Claimants(ledger);
        this.holders = new Holders(ledger);
        this.sweeps = new Sweeps(ledger, clock.now());
    }

    /**
     * Runs a capture forward.
     *
     * @param revision what changes at the start; empty: nothing
     * @throws Refused when the rules refuse the revision
     * @throws dev.holdfast.core.ledger.CapturedInvalid when the capture is no ledger
     * @throws IllegalArgumentException when nothing tells how long some of the work runs
     */
    public static Outlook of(Capture capture, Optional<Revision> revision, Assumptions assumptions) {
        Moment start = capture.newest();
        VirtualClock clock = new VirtualClock(start);
        try (Ledger ledger = MemoryLedger.create(clock)) {
            ledger.restore(Staging.parts(capture, assumptions.crew()), true);
            revision.ifPresent(each -> each.applyTo(ledger));
            Forecast forecast = new Forecast(ledger, clock, assumptions);
            Staging.workers(capture, assumptions.crew()).stream()
                    .filter(worker -> worker.isLive(start))
                    .forEach(forecast.claimants::add);
            capture.units().forEach(forecast::add);
            Moment last = forecast.run();
            return new Ending(ledger, forecast.books).outlook(start, last);
        }
    }

    private void add(Unit unit) {
        if (unit.state() instanceof WorkState.Queued queued) {
            books.queued(unit, sweeps.policy(unit.pool()).fairness());
            if (queued.due().isAfter(clock.now())) {
                planDue(unit.id(), queued.due());
            } else {
                books.due(unit.id());
            }
            unit.startBy().ifPresent(last -> planSweep(unit.id(), unit.pool(), last));
        }
        if (unit.state() instanceof WorkState.Held hold) { // whatever lets it go sooner, nothing here knows of
            planSweep(unit.id(), unit.pool(), hold.until());
        }
        unit.claim().ifPresent(claim -> {
            claimants.take(claim.worker());
            runs(unit.id(), unit.pool(), unit.submission(), claim);
        });
    }

    /** The moment at which the last thing happened, or the horizon. */
    private Moment run() {
        while (true) {
            claimants.claim(this::granted);
            Optional<Moment> next = timeline.next();
            if (next.isEmpty()) {
                return clock.now();
            }
            if (next.get().isAfter(horizon)) {
                clock.set(horizon);
                return horizon;
            }
            clock.set(next.get());
            happen(timeline.take());
        }
    }

    private void happen(List<Timeline.Event> events) {
        List<Timeline.Event.Done> done = new ArrayList<>();
        List<Timeline.Event.Swept> swept = new ArrayList<>();
        for (Timeline.Event event : events) {
            switch (event) {
                case Timeline.Event.Done each -> done.add(each);
                case Timeline.Event.Due each -> books.due(each.work());
                case Timeline.Event.Swept each -> swept.add(each);
            }
        }
        holders.settle(done);
        done.forEach(each -> release(each.work(), each.fence()));
        Set<PoolId> pools = new TreeSet<>();
        swept.forEach(each -> pools.add(each.pool()));
        sweeps.sweep(pools);
        swept.forEach(each -> look(each.work()));
    }

    private void granted(WorkerId worker, Grant grant) {
        books.granted(grant.work(), clock.now());
        Claim claim = ledger.ask(new Inspect(grant.work())).flatMap(Unit::claim).orElseThrow();
        runs(grant.work(), grant.pool(), grant.submission(), claim);
    }

    /** Plans the end of a run: that of its work, or that of its claim where this is sooner. */
    private void runs(WorkId work, PoolId pool, Submission submission, Claim claim) {
        held.put(work, new Held(claim.fence(), claim.worker()));
        String kind = submission.requirements().eligibility().kind();
        Duration runTime = runTimes.of(kind)
                .orElseThrow(() -> new IllegalArgumentException("nothing tells how long kind '" + kind + "' runs"));
        Moment end = claim.claimedAt().plus(runTime).orLater(clock.now());
        boolean isLost = !claimants.has(claim.worker())
                || claim.runUntil().filter(limit -> !end.isBefore(limit)).isPresent();
        if (isLost) {
            planSweep(work, pool, claim.runUntil().orElse(clock.now()));
        } else {
            timeline.plan(end, new Timeline.Event.Done(work, claim.fence(), claim.worker()));
        }
    }

    private void planSweep(WorkId work, PoolId pool, Moment moment) {
        timeline.plan(sweeps.after(pool, moment), new Timeline.Event.Swept(work, pool));
    }

    /** What a sweep has made of a unit. */
    private void look(WorkId work) {
        ledger.ask(new Inspect(work)).ifPresent(unit -> {
            Held before = held.get(work);
            if (before != null && unit.claim().isEmpty()) {
                release(work, before.fence());
            }
            switch (unit.state()) {
                case WorkState.Held still -> {}
                case WorkState.Queued queued -> planDue(work, queued.due());
                case WorkState.Ended ended -> books.missed(work);
                case WorkState.Claimed claimed -> {}
                case WorkState.Uncertain uncertain -> {}
            }
        });
    }

    private void planDue(WorkId work, Moment due) {
        timeline.plan(due.orLater(clock.now()), new Timeline.Event.Due(work));
    }

    private void release(WorkId work, Fence fence) {
        Held now = held.get(work);
        if (now != null && now.fence().equals(fence)) {
            held.remove(work);
            claimants.give(now.worker());
        }
    }
}
