// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

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
import dev.holdfast.core.ledger.Restoration;
import dev.holdfast.core.ledger.Shelf;
import dev.holdfast.core.work.Account;
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
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.SweepPage;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitsPage;
import dev.holdfast.core.work.WorkerPage;
import dev.holdfast.core.work.WorkerRecord;
import dev.holdfast.jdbc.AuditRows;
import dev.holdfast.jdbc.GroupCommit;
import dev.holdfast.jdbc.RelatedUnits;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** A shelf in a SQLite file. Writing calls run on the writer's thread, all others on connections that only read. */
final class SqliteShelf implements Shelf {
    private final SqliteOptions options;
    private final GroupCommit<Session> writer;
    private final Readers readers;
    private final ChangeWatch watch;
    private final Attempts attempts;

    SqliteShelf(SqliteOptions options, GroupCommit<Session> writer, Readers readers, ChangeWatch watch) {
        this.options = options;
        this.writer = writer;
        this.readers = readers;
        this.watch = watch;
        this.attempts = new Attempts(writer, readers, options.clock());
    }

    @Override
    public AuthorityId authority() {
        return options.authority();
    }

    @Override
    public Capabilities capabilities() {
        Capabilities all =
                Capabilities.allBut(Set.of(Capability.ATOMIC_PROCESS_COMMIT, Capability.CALLERS_TRANSACTION));
        return switch (options.synchronous()) {
            case FULL -> all;
            case NORMAL -> all.withUnsafeSettings(Set.of("synchronous"));
        };
    }

    /** A step of load and decide, in the transaction whose moment is given. */
    @FunctionalInterface
    private interface Step<R> {
        Save<R> apply(Session session, Moment now) throws SQLException;
    }

    private <R> R write(Step<R> step) {
        return writer.write(session -> {
            Moment now = now();
            Save<R> save = step.apply(session, now);
            new Saving(session, now).save(save.changes());
            return save.answer();
        });
    }

    @Override
    public <R> R pool(PoolId pool, Optional<PoolPolicy> wanted, Function<PoolPage, Save<R>> rule) {
        return write((session, now) -> {
            Optional<Pools.Stored> stored = session.pools.find(pool);
            Domains.Found domains = session.domains.find(stored, wanted);
            return rule.apply(new PoolPage(
                    now, stored.map(Pools.Stored::pool), domains.owners(), domains.shared(), domains.inUse()));
        });
    }

    @Override
    public <R> R domain(String domain, Function<DomainPage, Save<R>> rule) {
        return write((session, now) -> {
            Optional<Domain> shared = session.domains.shared(domain);
            Optional<PoolId> owner = session.domains.owner(domain);
            Optional<Domain> owned = owner.isEmpty()
                    ? Optional.empty()
                    : Domain.of(session.pools.find(owner.get()).orElseThrow().pool()).stream()
                            .filter(each -> each.name().equals(domain))
                            .findFirst();
            return rule.apply(new DomainPage(now, shared.or(() -> owned)));
        });
    }

    @Override
    public List<Domain> domains() {
        return readers.read(session -> session.domains.shared());
    }

    @Override
    public Optional<DomainSnapshot> domain(String domain) {
        return readers.read(session -> new DomainUses(session).of(domain));
    }

    @Override
    public <R> R worker(WorkerId worker, Set<PoolId> pools, Function<WorkerPage, Save<R>> rule) {
        return write((session, now) -> rule.apply(WorkerPages.load(session, worker, pools, now)));
    }

    @Override
    public <R> R units(Collection<WorkId> ids, Function<UnitsPage, Save<R>> rule) {
        return write((session, now) -> {
            Map<WorkId, Unit> units = new LinkedHashMap<>();
            Map<PoolId, Pool> pools = new HashMap<>();
            for (Unit unit : RelatedUnits.find(ids, session.units::find)) {
                units.put(unit.id(), unit);
                if (!pools.containsKey(unit.pool())) {
                    pools.put(
                            unit.pool(),
                            session.pools.find(unit.pool()).orElseThrow().pool());
                }
            }
            return rule.apply(new UnitsPage(now, units, pools));
        });
    }

    @Override
    public boolean[] settle(List<Settle> commands) {
        return writer.write(session -> {
            boolean[] settled = new Settling(session, commands).settle(now());
            session.changed();
            return settled;
        });
    }

    @Override
    public List<Insertion> insert(PoolId pool, List<NewUnit> units) {
        return writer.write(session -> {
            Pools.Stored stored = session.pools.find(pool).orElseThrow();
            if (units.getFirst().revision() != stored.pool().revision()) {
                return Collections.nCopies(units.size(), new Insertion.Outdated());
            }
            List<Insertion> insertions = new Admission(session, stored, now()).insert(units);
            session.changed();
            return insertions;
        });
    }

    @Override
    public List<Insertion> insertTogether(PoolId pool, List<NewUnit> units, Predicate<List<Insertion>> areIn) {
        return writer.write(session -> {
            Pools.Stored stored = session.pools.find(pool).orElseThrow();
            if (units.getFirst().revision() != stored.pool().revision()) {
                return Collections.nCopies(units.size(), new Insertion.Outdated());
            }
            List<Insertion> insertions =
                    session.keepIf(areIn, part -> new Admission(part, stored, now()).insert(units));
            session.changed();
            return insertions;
        });
    }

    @Override
    public List<Optional<Insertion>> inTheWay(PoolId pool, List<NewUnit> units) {
        return readers.read(session -> {
            TakenKeys taken = new TakenKeys(session, session.pools.find(pool).orElseThrow(), now());
            taken.load(units);
            return units.stream().map(taken::inTheWayOf).toList();
        });
    }

    @Override
    public long queued(PoolId pool) {
        return readers.read(session -> session.accounts.used(Account.count(pool, Status.QUEUED)));
    }

    @Override
    public Claimed claim(ClaimAsk ask, Function<ClaimAsk, Function<ClaimPage, ClaimStep>> rule) {
        return writer.write(session -> new Claiming(session, ask.command(), now()).claim(ask, rule));
    }

    @Override
    public OutOfTurnResult insertClaimed(NewUnit unit, ClaimWork claim, Function<ClaimPage, OutOfTurn> rule) {
        return writer.write(session -> {
            Pools.Stored stored = session.pools.find(unit.pool()).orElseThrow();
            if (unit.revision() != stored.pool().revision()) {
                return new OutOfTurnResult.InTheWay(new Insertion.Outdated());
            }
            Moment now = now();
            return session.keepIf(OutOfTurnResult.Won.class::isInstance, part -> {
                Insertion insertion =
                        new Admission(part, stored, now).insert(List.of(unit)).getFirst();
                return insertion instanceof Insertion.Inserted
                        ? new Claiming(part, claim, now).claimOne(stored, unit.id(), rule)
                        : new OutOfTurnResult.InTheWay(insertion);
            });
        });
    }

    @Override
    public <R> R sweep(PoolId pool, int limit, Function<SweepPage, Save<R>> rule) {
        return write((session, now) -> rule.apply(new Sweeping(session, now).page(pool, limit)));
    }

    @Override
    public <R> R schedule(ScheduleId schedule, Optional<PoolId> pool, Function<SchedulePage, Save<R>> rule) {
        return write((session, now) -> rule.apply(session.schedules.page(schedule, pool, now)));
    }

    @Override
    public Optional<Schedule> schedule(ScheduleId schedule) {
        return readers.read(session -> session.schedules.find(schedule));
    }

    @Override
    public List<Schedule> schedules() {
        return readers.read(session -> session.schedules.readable());
    }

    @Override
    public DueSchedules.Found due(DueSchedules query) {
        return readers.read(session -> session.schedules.due(query, now()));
    }

    @Override
    public Optional<Unit> unit(WorkId work) {
        return readers.read(session -> session.units.find(work));
    }

    @Override
    public FindWork.Found find(FindWork query) {
        return readers.read(session -> new FoundWork(session, query).find());
    }

    @Override
    public Optional<Pool> pool(PoolId pool) {
        return readers.read(session -> session.pools.find(pool).map(Pools.Stored::pool));
    }

    @Override
    public List<Pool> pools() {
        return readers.read(session ->
                session.pools.readable().stream().map(Pools.Stored::pool).toList());
    }

    @Override
    public List<WorkerRecord> workers(PoolId pool) {
        return readers.read(session -> {
            Optional<Pools.Stored> stored = session.pools.find(pool);
            return stored.isEmpty()
                    ? List.of()
                    : session.workers.serving(stored.get().id());
        });
    }

    @Override
    public Optional<PoolSnapshot> snapshot(PoolId pool) {
        return readers.read(session -> new Overviews(session, now()).snapshot(pool));
    }

    @Override
    public Optional<ExplainPage> explain(WorkId work) {
        return readers.read(session -> new Overviews(session, now()).explain(work));
    }

    @Override
    public void capture(Consumer<Captured> sink) {
        readers.readOnce(session -> {
            new Capturing(session).run(options.authority(), sink);
            return 0;
        });
    }

    @Override
    public int restore(Restoration restoration) {
        return writer.write(session -> new Restoring(session).run(restoration, now()));
    }

    @Override
    public <R> R recording(PoolId pool, Function<RecordPage, Save<R>> rule) {
        return write((session, now) -> rule.apply(new Feed(session).page(pool, now)));
    }

    @Override
    public Events.Found events(Events query) {
        return readers.read(session -> new Feed(session).find(query));
    }

    @Override
    public AttemptShelf attempts() {
        return attempts;
    }

    @Override
    public Audit.Found audit(Audit query) {
        return readers.read(session -> AuditRows.find(
                session.sql
                        .of("SELECT " + AuditRows.SELECT + " FROM audit WHERE authority = ?"
                                + AuditRows.conditions(query))
                        .number(session.authority),
                query));
    }

    @Override
    public long changes() {
        return watch.changes();
    }

    @Override
    public void close() {
        writer.close();
        readers.close();
        watch.close();
    }

    private Moment now() {
        return options.clock().now();
    }
}
