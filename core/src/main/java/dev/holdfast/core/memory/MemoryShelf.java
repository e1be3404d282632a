// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.AttemptShelf;
import dev.holdfast.core.ledger.Capabilities;
import dev.holdfast.core.ledger.Capability;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.ledger.Restoration;
import dev.holdfast.core.ledger.Shelf;
import dev.holdfast.core.work.Audit;
import dev.holdfast.core.work.Changes;
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
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.OutOfTurn;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPage;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.Reactions;
import dev.holdfast.core.work.RecordPage;
import dev.holdfast.core.work.Save;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.SchedulePage;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SweepPage;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitChange;
import dev.holdfast.core.work.UnitsPage;
import dev.holdfast.core.work.WorkerPage;
import dev.holdfast.core.work.WorkerRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Maps and sorted sets behind one lock: each call is one critical section, which is all that a transaction is here. */
final class MemoryShelf implements Shelf {
    private final AuthorityId authority;
    private final LedgerClock clock;
    private final boolean hints;
    private final ReentrantLock lock = new ReentrantLock();
    private final TreeMap<PoolId, MemoryPool> pools = new TreeMap<>();
    private final MemoryDomains domains = new MemoryDomains();
    private final TreeMap<WorkerId, WorkerRecord> workers = new TreeMap<>();
    private final Map<WorkId, MemoryUnit> units = new HashMap<>();
    private final TreeMap<Long, MemoryUnit> bySequence = new TreeMap<>();
    private final MemoryKeys keys = new MemoryKeys();
    private final MemoryRequests requests = new MemoryRequests();
    private final MemoryAccounts accounts = new MemoryAccounts();
    private final MemoryAudit audit = new MemoryAudit();
    private final MemorySchedules schedules = new MemorySchedules();
    private final MemoryFeed feed = new MemoryFeed();
    private final AtomicLong changes = new AtomicLong();
    private final MemoryAttempts attempts;
    private final MemoryCapture captures;
    private int epoch = 1;
    private final MemoryAdmission admission = new MemoryAdmission(units, bySequence, keys, accounts, feed);
    private final MemoryClaims claims;
    private final MemoryQueries queries = new MemoryQueries(pools, domains, workers, units, bySequence, accounts);

    MemoryShelf(AuthorityId authority, LedgerClock clock, boolean hints) {
        this.authority = authority;
        this.clock = clock;
        this.hints = hints;
        this.claims = new MemoryClaims(pools, domains, workers, bySequence, requests, accounts, hints);
        this.attempts = new MemoryAttempts(lock, clock);
        this.captures = new MemoryCapture(
                pools, domains, workers, units, bySequence, keys, requests, accounts, schedules, attempts, audit);
    }

    @Override
    public AuthorityId authority() {
        return authority;
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.allBut(
                Set.of(Capability.DURABLE, Capability.ATOMIC_PROCESS_COMMIT, Capability.CALLERS_TRANSACTION));
    }

    @Override
    public <R> R pool(PoolId pool, Optional<PoolPolicy> wanted, Function<PoolPage, Save<R>> rule) {
        return write(now -> {
            Optional<Pool> known = find(pool).map(each -> each.pool);
            return rule.apply(domains.page(now, known, wanted, units.values()));
        });
    }

    @Override
    public <R> R domain(String domain, Function<DomainPage, Save<R>> rule) {
        return write(now -> rule.apply(domains.page(now, domain, pools.values())));
    }

    @Override
    public List<Domain> domains() {
        return locked(domains::shared);
    }

    @Override
    public Optional<DomainSnapshot> domain(String domain) {
        return locked(() -> domains.snapshot(domain, pools.values(), units.values()));
    }

    @Override
    public <R> R worker(WorkerId worker, Set<PoolId> asked, Function<WorkerPage, Save<R>> rule) {
        return write(now -> rule.apply(queries.worker(worker, asked, now)));
    }

    @Override
    public <R> R units(Collection<WorkId> ids, Function<UnitsPage, Save<R>> rule) {
        return write(now -> rule.apply(queries.units(ids, now)));
    }

    @Override
    public boolean[] settle(List<Settle> commands) {
        return new boolean[commands.size()];
    }

    @Override
    public List<Insertion> insert(PoolId pool, List<NewUnit> fresh) {
        return locked(() -> inserted(pool, fresh, home -> admission.insert(home, fresh, clock.now())));
    }

    @Override
    public List<Insertion> insertTogether(PoolId pool, List<NewUnit> fresh, Predicate<List<Insertion>> areIn) {
        return locked(() -> inserted(pool, fresh, home -> admission.insertTogether(home, fresh, areIn, clock.now())));
    }

    private List<Insertion> inserted(
            PoolId pool, List<NewUnit> fresh, Function<MemoryPool, List<Insertion>> insertion) {
        MemoryPool home = home(pool);
        if (fresh.getFirst().revision() != home.pool.revision()) {
            return Collections.nCopies(fresh.size(), new Insertion.Outdated());
        }
        changes.incrementAndGet();
        return insertion.apply(home);
    }

    @Override
    public List<Optional<Insertion>> inTheWay(PoolId pool, List<NewUnit> fresh) {
        return locked(() -> fresh.stream().map(admission::inTheWay).toList());
    }

    @Override
    public long queued(PoolId pool) {
        return locked(() -> queries.queued(pool));
    }

    @Override
    public Claimed claim(ClaimAsk first, Function<ClaimAsk, Function<ClaimPage, ClaimStep>> rule) {
        return locked(() -> {
            Moment now = clock.now();
            List<Grant> won = new ArrayList<>();
            ClaimAsk ask = first;
            find(ask.command().pool()).ifPresent(home -> home.moveDue(now));
            while (true) {
                ClaimStep step = rule.apply(ask).apply(claims.page(ask, now, epoch));
                if (!(step instanceof ClaimStep.Take take)) {
                    return new Claimed(won, step);
                }
                won.addAll(claims.apply(ask.command(), take.changes(), now));
                if (take.again().isEmpty()) {
                    return new Claimed(won, step);
                }
                ask = take.again().get();
            }
        });
    }

    @Override
    public OutOfTurnResult insertClaimed(NewUnit fresh, ClaimWork claim, Function<ClaimPage, OutOfTurn> rule) {
        return locked(() -> new MemoryOutOfTurn(home(fresh.pool()), admission, claims, clock.now(), epoch)
                .insertClaimed(fresh, claim, rule));
    }

    @Override
    public <R> R sweep(PoolId pool, int limit, Function<SweepPage, Save<R>> rule) {
        return write(now -> {
            Optional<MemoryPool> home = find(pool);
            if (home.isEmpty()) {
                return rule.apply(new SweepPage(
                        now, Optional.empty(), List.of(), List.of(), Set.of(), List.of(), List.of(), false));
            }
            home.get().moveDue(now);
            home.get().forgetEmptyLanes();
            return rule.apply(new MemorySweep(home.get(), queries.serving(pool), workers, hints, now).page(limit));
        });
    }

    @Override
    public <R> R schedule(ScheduleId id, Optional<PoolId> wanted, Function<SchedulePage, Save<R>> rule) {
        return write(now -> rule.apply(schedules.page(id, wanted, queries, now)));
    }

    @Override
    public Optional<Schedule> schedule(ScheduleId id) {
        return locked(() -> schedules.find(id));
    }

    @Override
    public List<Schedule> schedules() {
        return locked(schedules::all);
    }

    @Override
    public DueSchedules.Found due(DueSchedules query) {
        return locked(() -> schedules.due(query, clock.now()));
    }

    @Override
    public Optional<Unit> unit(WorkId work) {
        return locked(() -> queries.unit(work));
    }

    @Override
    public FindWork.Found find(FindWork query) {
        return locked(() -> queries.find(query));
    }

    @Override
    public Optional<Pool> pool(PoolId pool) {
        return locked(() -> queries.pool(pool));
    }

    @Override
    public List<Pool> pools() {
        return locked(queries::allPools);
    }

    @Override
    public List<WorkerRecord> workers(PoolId pool) {
        return locked(() -> queries.serving(pool));
    }

    @Override
    public Optional<PoolSnapshot> snapshot(PoolId pool) {
        return locked(() -> queries.snapshot(pool, clock.now()));
    }

    @Override
    public Optional<ExplainPage> explain(WorkId work) {
        return locked(() -> queries.explain(work, clock.now()));
    }

    @Override
    public AttemptShelf attempts() {
        return attempts;
    }

    @Override
    public void capture(Consumer<Captured> sink) {
        locked(() -> {
            sink.accept(new Captured.OfLedger(authority, epoch));
            captures.capture(sink);
            return 0;
        });
    }

    @Override
    public int restore(Restoration restoration) {
        return locked(() -> {
            List<Captured> parts = captures.read(restoration.take(clock.now()));
            epoch = restoration.epochAfter(epoch);
            parts.forEach(captures::restore);
            changes.incrementAndGet();
            return epoch;
        });
    }

    @Override
    public <R> R recording(PoolId pool, Function<RecordPage, Save<R>> rule) {
        return write(now -> rule.apply(new RecordPage(now, pools.containsKey(pool), feed.isRecorded(pool))));
    }

    @Override
    public Events.Found events(Events query) {
        return locked(() -> feed.find(query));
    }

    @Override
    public Audit.Found audit(Audit query) {
        return locked(() -> audit.find(query));
    }

    @Override
    public long changes() {
        return changes.get();
    }

    @Override
    public void close() {}

    private Optional<MemoryPool> find(PoolId pool) {
        return Optional.ofNullable(pools.get(pool));
    }

    private <R> R write(Function<Moment, Save<R>> step) {
        return locked(() -> {
            Moment now = clock.now();
            Save<R> save = step.apply(now);
            if (!save.changes().isNone()) {
                apply(save.changes(), now);
            }
            return save.answer();
        });
    }

    private void apply(Changes changed, Moment now) {
        for (Pool pool : changed.pools()) {
            pools.computeIfAbsent(pool.id(), id -> new MemoryPool(pool)).become(pool);
            domains.declare(pool);
        }
        changed.domain().ifPresent(domains::put);
        for (WorkerRecord worker : changed.workers()) {
            workers.put(worker.id(), worker);
        }
        for (UnitChange change : changed.units()) {
            Unit after = change.after();
            home(after.pool()).replace(Objects.requireNonNull(units.get(after.id())), after, now);
        }
        accounts.add(Reactions.additions(changed.units()));
        feed.tell(changed.units());
        changed.recording().ifPresent(feed::record);
        changed.submitted().forEach(unit -> admission.insertAlways(home(unit.pool()), unit, now));
        changed.schedules().forEach(schedules::apply);
        audit.add(changed.audit());
        if (!changed.units().isEmpty()
                || !changed.pools().isEmpty()
                || changed.domain().isPresent()
                || !changed.submitted().isEmpty()) {
            changes.incrementAndGet();
        }
    }

    /** A pool that has units is never forgotten. */
    private MemoryPool home(PoolId pool) {
        return Objects.requireNonNull(pools.get(pool));
    }

    private <R> R locked(Supplier<R> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }
}
