// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.AttemptShelf;
import dev.holdfast.core.ledger.Capabilities;
import dev.holdfast.core.ledger.Capability;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.Restoration;
import dev.holdfast.core.ledger.Shelf;
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
import dev.holdfast.jdbc.AuditRows;
import dev.holdfast.jdbc.RelatedUnits;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** A shelf in a schema of a PostgreSQL database. Every call is a transaction on a connection of its own. */
final class PostgresShelf implements Shelf {
    private final Database database;
    private final Wakes wakes;
    private final Runnable onClose;
    private final Gathering submissions;
    private final Attempts attempts;

    PostgresShelf(Database database, Wakes wakes, Runnable onClose) {
        this.database = database;
        this.wakes = wakes;
        this.onClose = onClose;
        this.submissions = new Gathering(database);
        this.attempts = new Attempts(database);
    }

    @Override
    public AuthorityId authority() {
        return database.options().authority();
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.allBut(Set.of(Capability.ATOMIC_PROCESS_COMMIT))
                .withUnsafeSettings(Set.copyOf(database.read(Durability::off)));
    }

    private <R> R save(Session session, Save<R> save) throws SQLException {
        new Saving(session, session.now()).save(save.changes());
        return save.answer();
    }

    @Override
    public <R> R pool(PoolId pool, Optional<PoolPolicy> wanted, Function<PoolPage, Save<R>> rule) {
        return database.writeInSteps(session -> {
            session.makesClaimable(Wakes.Cause.WORK);
            Optional<Pools.Stored> locked = new Pools(session).lock(pool);
            Domains.Found domains = new Domains(session).find(locked, wanted);
            PoolPage page = new PoolPage(
                    session.now(), locked.map(Pools.Stored::pool), domains.owners(), domains.shared(), domains.inUse());
            return save(session, rule.apply(page));
        });
    }

    @Override
    public <R> R domain(String domain, Function<DomainPage, Save<R>> rule) {
        return database.writeInSteps(session -> {
            session.makesClaimable(Wakes.Cause.WORK);
            Optional<Domain> locked = new SharedDomains(session).lock(domain);
            return save(session, rule.apply(new DomainPage(session.now(), locked)));
        });
    }

    @Override
    public List<Domain> domains() {
        return database.read(session -> new SharedDomains(session).all());
    }

    @Override
    public Optional<DomainSnapshot> domain(String domain) {
        return database.read(session -> new SharedDomains(session).snapshot(domain));
    }

    @Override
    public <R> R worker(WorkerId worker, Set<PoolId> pools, Function<WorkerPage, Save<R>> rule) {
        return database.writeInSteps(session -> save(session, rule.apply(new Workers(session).page(worker, pools))));
    }

    @Override
    public <R> R units(Collection<WorkId> ids, Function<UnitsPage, Save<R>> rule) {
        return OwnUnits.withLanes(
                database,
                () -> database.writeWhatWasSeen(session -> save(session, rule.apply(unitsPage(session, ids)))));
    }

    static UnitsPage unitsPage(Session session, Collection<WorkId> ids) throws SQLException {
        Map<WorkId, Unit> units = new LinkedHashMap<>();
        Map<PoolId, Pool> pools = new HashMap<>();
        for (Unit unit : RelatedUnits.find(ids, new Units(session)::find)) {
            units.put(unit.id(), unit);
            if (!pools.containsKey(unit.pool())) {
                pools.put(
                        unit.pool(),
                        new Pools(session).find(unit.pool()).orElseThrow().pool());
            }
        }
        return new UnitsPage(session.now(), units, pools);
    }

    @Override
    public boolean[] settle(List<Settle> commands) {
        return database.write(session -> new Settling(session, commands).settle());
    }

    @Override
    public List<Insertion> insert(PoolId pool, List<NewUnit> units) {
        return submissions.insert(pool, units);
    }

    @Override
    public List<Insertion> insertTogether(PoolId pool, List<NewUnit> units, Predicate<List<Insertion>> areIn) {
        return new Insertions(database, pool).insertTogether(units, areIn);
    }

    @Override
    public List<Optional<Insertion>> inTheWay(PoolId pool, List<NewUnit> units) {
        return database.read(session -> new InTheWay(session, pool).of(units));
    }

    @Override
    public long queued(PoolId pool) {
        return database.read(session -> Accounts.queued(session, pool));
    }

    @Override
    public Claimed claim(ClaimAsk ask, Function<ClaimAsk, Function<ClaimPage, ClaimStep>> rule) {
        return database.write(session -> new Claiming(session, ask.command()).claim(ask, rule));
    }

    @Override
    public OutOfTurnResult insertClaimed(NewUnit unit, ClaimWork claim, Function<ClaimPage, OutOfTurn> rule) {
        return new Insertions(database, unit.pool()).insertClaimed(unit, claim, rule);
    }

    @Override
    public <R> R sweep(PoolId pool, int limit, Function<SweepPage, Save<R>> rule) {
        return OwnUnits.withLanes(
                database,
                () -> database.writeInSteps(
                        session -> save(session, rule.apply(new Sweeping(session).page(pool, limit)))));
    }

    @Override
    public <R> R schedule(ScheduleId schedule, Optional<PoolId> pool, Function<SchedulePage, Save<R>> rule) {
        return OwnUnits.withLanes(
                database,
                () -> database.writeInSteps(
                        session -> save(session, rule.apply(new Schedules(session).page(schedule, pool)))));
    }

    @Override
    public Optional<Schedule> schedule(ScheduleId schedule) {
        return database.read(session -> new Schedules(session).find(schedule));
    }

    @Override
    public List<Schedule> schedules() {
        return database.read(session -> new Schedules(session).readable());
    }

    @Override
    public DueSchedules.Found due(DueSchedules query) {
        return database.read(session -> new Schedules(session).due(query));
    }

    @Override
    public Optional<Unit> unit(WorkId work) {
        return database.read(session -> new Units(session).find(work));
    }

    @Override
    public FindWork.Found find(FindWork query) {
        return database.read(session -> new FoundWork(session, query).find());
    }

    @Override
    public Optional<Pool> pool(PoolId pool) {
        return database.read(session -> new Pools(session).find(pool).map(Pools.Stored::pool));
    }

    @Override
    public List<Pool> pools() {
        return database.read(session ->
                new Pools(session).readable().stream().map(Pools.Stored::pool).toList());
    }

    @Override
    public List<WorkerRecord> workers(PoolId pool) {
        return database.read(session -> {
            Optional<Integer> number = session.poolNumber(pool);
            return number.isEmpty() ? List.of() : new Workers(session).serving(number.get());
        });
    }

    @Override
    public Optional<PoolSnapshot> snapshot(PoolId pool) {
        return database.read(session -> new Overviews(session).snapshot(pool));
    }

    @Override
    public Optional<ExplainPage> explain(WorkId work) {
        return database.read(session -> new Overviews(session).explain(work));
    }

    @Override
    public void capture(Consumer<Captured> sink) {
        database.readOnce(session -> {
            new Capturing(session).run(authority(), sink);
            return 0;
        });
    }

    @Override
    public int restore(Restoration restoration) {
        return database.write(session -> new Restoring(session).run(restoration));
    }

    @Override
    public <R> R recording(PoolId pool, Function<RecordPage, Save<R>> rule) {
        return database.writeInSteps(session -> save(session, rule.apply(new Feed(session).page(pool))));
    }

    @Override
    public Events.Found events(Events query) {
        return database.read(session -> new Feed(session).find(query));
    }

    @Override
    public AttemptShelf attempts() {
        return attempts;
    }

    @Override
    public Audit.Found audit(Audit query) {
        return database.read(session -> AuditRows.find(
                session.sql.of("SELECT " + AuditRows.SELECT + " FROM $.audit WHERE true" + AuditRows.conditions(query)),
                query));
    }

    @Override
    public long changes() {
        return wakes.changes();
    }

    @Override
    public Ledger.Subscription onChange(Runnable listener) {
        return wakes.watch(listener);
    }

    @Override
    public void close() {
        onClose.run();
    }
}
