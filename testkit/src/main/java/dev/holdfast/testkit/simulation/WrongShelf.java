// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.AttemptShelf;
import dev.holdfast.core.ledger.Capabilities;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.ledger.Restoration;
import dev.holdfast.core.ledger.Shelf;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Audit;
import dev.holdfast.core.work.ClaimAsk;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Domain;
import dev.holdfast.core.work.DomainPage;
import dev.holdfast.core.work.DomainSnapshot;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.Events;
import dev.holdfast.core.work.ExplainPage;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.OutOfTurn;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPage;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.RecordPage;
import dev.holdfast.core.work.Save;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.SchedulePage;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SweepPage;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitsPage;
import dev.holdfast.core.work.WorkerPage;
import dev.holdfast.core.work.WorkerRecord;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Stands between the engine and a store, and lies to the one or the other. */
class WrongShelf implements Shelf {
    /** What becomes of commands about units. */
    interface Units {
        Units RIGHT = WrongShelf::right;

        <R> Save<R> decide(UnitsPage page, Function<UnitsPage, Save<R>> rule);
    }

    /** What becomes of a sweep. */
    interface Sweeps {
        Sweeps RIGHT = WrongShelf::right;

        <R> Save<R> decide(SweepPage page, Function<SweepPage, Save<R>> rule);
    }

    private final Shelf store;
    private final UnaryOperator<ClaimPage> seen;
    private final BiFunction<ClaimPage, ClaimStep, ClaimStep> written;
    private final Units units;
    private final Sweeps sweeps;

    private WrongShelf(
            LedgerClock clock,
            UnaryOperator<ClaimPage> seen,
            BiFunction<ClaimPage, ClaimStep, ClaimStep> written,
            Units units,
            Sweeps sweeps) {
        this.store = MemoryLedger.shelf(clock);
        this.seen = seen;
        this.written = written;
        this.units = units;
        this.sweeps = sweeps;
    }

    /** Lies about nothing; for subclasses. */
    WrongShelf(LedgerClock clock) {
        this(clock, page -> page, (page, step) -> step, Units.RIGHT, Sweeps.RIGHT);
    }

    /** Claims see something else than what is there. */
    static Function<LedgerClock, Shelf> showing(UnaryOperator<ClaimPage> seen) {
        return clock -> new WrongShelf(clock, seen, (page, step) -> step, Units.RIGHT, Sweeps.RIGHT);
    }

    /** Something else is written than what a claim decided. */
    static Function<LedgerClock, Shelf> writing(BiFunction<ClaimPage, ClaimStep, ClaimStep> written) {
        return clock -> new WrongShelf(clock, page -> page, written, Units.RIGHT, Sweeps.RIGHT);
    }

    static Function<LedgerClock, Shelf> deciding(Units units) {
        return clock -> new WrongShelf(clock, page -> page, (page, step) -> step, units, Sweeps.RIGHT);
    }

    static Function<LedgerClock, Shelf> sweeping(Sweeps sweeps) {
        return clock -> new WrongShelf(clock, page -> page, (page, step) -> step, Units.RIGHT, sweeps);
    }

    private static <P, R> Save<R> right(P page, Function<P, Save<R>> rule) {
        return rule.apply(page);
    }

    @Override
    public Claimed claim(ClaimAsk first, Function<ClaimAsk, Function<ClaimPage, ClaimStep>> rule) {
        return store.claim(
                first, ask -> page -> written.apply(page, rule.apply(ask).apply(seen.apply(page))));
    }

    @Override
    public <R> R units(Collection<WorkId> ids, Function<UnitsPage, Save<R>> rule) {
        return store.units(ids, page -> units.decide(page, rule));
    }

    @Override
    public <R> R sweep(PoolId pool, int limit, Function<SweepPage, Save<R>> rule) {
        return store.sweep(pool, limit, page -> sweeps.decide(page, rule));
    }

    @Override
    public AuthorityId authority() {
        return store.authority();
    }

    @Override
    public Capabilities capabilities() {
        return store.capabilities();
    }

    @Override
    public <R> R domain(String domain, Function<DomainPage, Save<R>> rule) {
        return store.domain(domain, rule);
    }

    @Override
    public List<Domain> domains() {
        return store.domains();
    }

    @Override
    public Optional<DomainSnapshot> domain(String domain) {
        return store.domain(domain);
    }

    @Override
    public <R> R pool(PoolId pool, Optional<PoolPolicy> wanted, Function<PoolPage, Save<R>> rule) {
        return store.pool(pool, wanted, rule);
    }

    @Override
    public <R> R worker(WorkerId worker, Set<PoolId> pools, Function<WorkerPage, Save<R>> rule) {
        return store.worker(worker, pools, rule);
    }

    @Override
    public boolean[] settle(List<Settle> commands) {
        return store.settle(commands);
    }

    @Override
    public List<Insertion> insert(PoolId pool, List<NewUnit> units) {
        return store.insert(pool, units);
    }

    @Override
    public List<Insertion> insertTogether(PoolId pool, List<NewUnit> units, Predicate<List<Insertion>> areIn) {
        return store.insertTogether(pool, units, areIn);
    }

    @Override
    public OutOfTurnResult insertClaimed(NewUnit unit, ClaimWork claim, Function<ClaimPage, OutOfTurn> rule) {
        return store.insertClaimed(unit, claim, rule);
    }

    @Override
    public List<Optional<Insertion>> inTheWay(PoolId pool, List<NewUnit> units) {
        return store.inTheWay(pool, units);
    }

    @Override
    public long queued(PoolId pool) {
        return store.queued(pool);
    }

    @Override
    public <R> R schedule(ScheduleId schedule, Optional<PoolId> pool, Function<SchedulePage, Save<R>> rule) {
        return store.schedule(schedule, pool, rule);
    }

    @Override
    public Optional<Schedule> schedule(ScheduleId schedule) {
        return store.schedule(schedule);
    }

    @Override
    public List<Schedule> schedules() {
        return store.schedules();
    }

    @Override
    public DueSchedules.Found due(DueSchedules query) {
        return store.due(query);
    }

    @Override
    public Optional<Unit> unit(WorkId work) {
        return store.unit(work);
    }

    @Override
    public <R> R recording(PoolId pool, Function<RecordPage, Save<R>> rule) {
        return store.recording(pool, rule);
    }

    @Override
    public Events.Found events(Events query) {
        return store.events(query);
    }

    @Override
    public Audit.Found audit(Audit query) {
        return store.audit(query);
    }

    @Override
    public FindWork.Found find(FindWork query) {
        return store.find(query);
    }

    @Override
    public Optional<Pool> pool(PoolId pool) {
        return store.pool(pool);
    }

    @Override
    public List<Pool> pools() {
        return store.pools();
    }

    @Override
    public List<WorkerRecord> workers(PoolId pool) {
        return store.workers(pool);
    }

    @Override
    public Optional<PoolSnapshot> snapshot(PoolId pool) {
        return store.snapshot(pool);
    }

    @Override
    public Optional<ExplainPage> explain(WorkId work) {
        return store.explain(work);
    }

    @Override
    public AttemptShelf attempts() {
        return store.attempts();
    }

    @Override
    public void capture(Consumer<Captured> sink) {
        store.capture(sink);
    }

    @Override
    public int restore(Restoration restoration) {
        return store.restore(restoration);
    }

    @Override
    public long changes() {
        return store.changes();
    }

    @Override
    public void close() {
        store.close();
    }
}
