// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.Query;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.attempt.AttemptCommand;
import dev.holdfast.core.attempt.AttemptRules;
import dev.holdfast.core.attempt.AttemptsAsk;
import dev.holdfast.core.attempt.DueAttempts;
import dev.holdfast.core.attempt.ListAttempts;
import dev.holdfast.core.attempt.OpenAttempts;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Audit;
import dev.holdfast.core.work.AuditEntry;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimRules;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefineDomain;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DeleteSchedule;
import dev.holdfast.core.work.DomainRules;
import dev.holdfast.core.work.DrainWorker;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.Events;
import dev.holdfast.core.work.Explain;
import dev.holdfast.core.work.ExplainRules;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.HeartbeatRules;
import dev.holdfast.core.work.History;
import dev.holdfast.core.work.HistoryEntry;
import dev.holdfast.core.work.HistoryRules;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.ListDomains;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.ListSchedules;
import dev.holdfast.core.work.ListWorkers;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.PauseSchedule;
import dev.holdfast.core.work.PoolRules;
import dev.holdfast.core.work.RecordEvents;
import dev.holdfast.core.work.RecordRules;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RetireWorker;
import dev.holdfast.core.work.ScheduleRules;
import dev.holdfast.core.work.SetSchedule;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.ShowDomain;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.ShowSchedule;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitClaimed;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.SubmitTogether;
import dev.holdfast.core.work.SubmitTogetherDecision;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.SweepDecision;
import dev.holdfast.core.work.SweepPage;
import dev.holdfast.core.work.SweepRules;
import dev.holdfast.core.work.Tick;
import dev.holdfast.core.work.TickRules;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitCommand;
import dev.holdfast.core.work.UnitRules;
import dev.holdfast.core.work.UnitsPage;
import dev.holdfast.core.work.WorkerRules;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Load, decide, save: the one implementation of {@link Ledger}, over any {@link Shelf}.
 *
 * <p>A batch is cut into runs of neighbours that can share a transaction: submissions to one pool, commands about units.
 * Each run is decided in order. Everything else is a transaction of its own. So a transaction locks at most one pool, and
 * commands about units lock none.
 */
public final class Engine implements Ledger {
    private final Shelf shelf;
    private final ClassCache classes = new ClassCache();
    private final LifeEnds ends = new LifeEnds();
    private final KnownTerms terms;

    public Engine(Shelf shelf) {
        this.shelf = shelf;
        this.terms = new KnownTerms(shelf::pool);
    }

    @Override
    public AuthorityId authority() {
        return shelf.authority();
    }

    @Override
    public Capabilities capabilities() {
        return shelf.capabilities();
    }

    @Override
    @SuppressWarnings("unchecked") // every command is answered by a decision of its own type
    public <R extends Decision> R submit(Command<R> command) {
        return (R) submitAll(List.of(command)).getFirst();
    }

    @Override
    public List<Decision> submitAll(List<? extends Command<?>> commands) {
        List<Decision> decisions = new ArrayList<>(commands.size());
        int from = 0;
        while (from < commands.size()) {
            int to = from + 1;
            while (to < commands.size() && sharesTransaction(commands.get(from), commands.get(to))) {
                to++;
            }
            decisions.addAll(decideRun(commands.subList(from, to)));
            from = to;
        }
        return decisions;
    }

    private static boolean sharesTransaction(Command<?> first, Command<?> next) {
        return (first instanceof Submit a
                        && next instanceof Submit b
                        && a.pool().equals(b.pool()))
                || (first instanceof UnitCommand<?> && next instanceof UnitCommand<?>)
                || (first instanceof AttemptCommand<?> && next instanceof AttemptCommand<?>);
    }

    /** A success is settled by its guard alone. */
    private static boolean isPlain(Command<?> command) {
        return command instanceof Settle settle && settle.answer() instanceof Answer.Succeeded;
    }

    private List<? extends Decision> decideRun(List<? extends Command<?>> run) {
        return switch (run.getFirst()) {
            case Submit first -> admit(first.pool(), cast(run, Submit.class));
            case UnitCommand<?> first when run.stream().allMatch(Engine::isPlain) -> settle(cast(run, Settle.class));
            case UnitCommand<?> first ->
                decideUnits(run.stream()
                        .<UnitCommand<?>>map(each -> (UnitCommand<?>) each)
                        .toList());
            case AttemptCommand<?> first ->
                decideAttempts(run.stream()
                        .<AttemptCommand<?>>map(each -> (AttemptCommand<?>) each)
                        .toList());
            default -> List.of(decideOne(run.getFirst()));
        };
    }

    private static <T> List<T> cast(List<? extends Command<?>> run, Class<T> type) {
        return run.stream().map(type::cast).toList();
    }

    private Decision decideOne(Command<?> command) {
        return switch (command) {
            case ClaimWork claim -> claim(claim);
            case Heartbeat heartbeat -> heartbeat(heartbeat);
            case RegisterWorker register ->
                shelf.worker(
                        register.offer().worker(),
                        register.offer().pools(),
                        page -> WorkerRules.register(register, page));
            case DrainWorker drain -> shelf.worker(drain.worker(), Set.of(), page -> WorkerRules.drain(drain, page));
            case RetireWorker retire ->
                shelf.worker(retire.worker(), Set.of(), page -> WorkerRules.retire(retire, page));
            case DefinePool define ->
                shelf.pool(define.pool(), Optional.of(define.policy()), page -> PoolRules.define(define, page));
            case DefineDomain define -> shelf.domain(define.domain(), page -> DomainRules.define(define, page));
            case PausePool pause -> shelf.pool(pause.pool(), Optional.empty(), page -> PoolRules.pause(pause, page));
            case RecordEvents recorded -> shelf.recording(recorded.pool(), page -> RecordRules.record(recorded, page));
            case Sweep sweep -> sweep(sweep);
            case Tick tick -> shelf.schedule(tick.schedule(), Optional.empty(), page -> TickRules.tick(tick, page));
            case SetSchedule set ->
                shelf.schedule(set.schedule(), Optional.of(set.terms().pool()), page -> ScheduleRules.set(set, page));
            case PauseSchedule pause ->
                shelf.schedule(pause.schedule(), Optional.empty(), page -> ScheduleRules.pause(pause, page));
            case DeleteSchedule delete ->
                shelf.schedule(delete.schedule(), Optional.empty(), page -> ScheduleRules.delete(delete, page));
            case SubmitTogether together -> admitTogether(together);
            case SubmitClaimed claimed -> ClaimedAdmission.decide(claimed, terms.of(claimed.pool()), shelf);
            default ->
                throw new IllegalArgumentException("this ledger does not know the command " + command.getClass());
        };
    }

    private List<SubmitDecision> admit(PoolId pool, List<Submit> commands) {
        List<SubmitDecision> decisions =
                Admission.admit(commands, terms.of(pool), store(pool, units -> shelf.insert(pool, units)));
        ends.admitted(commands, decisions);
        return decisions;
    }

    private SubmitTogetherDecision admitTogether(SubmitTogether command) {
        PoolId pool = command.pool();
        Admission.Store store =
                store(pool, units -> shelf.insertTogether(pool, units, each -> Admission.areIn(units, each)));
        SubmitTogetherDecision decision =
                SubmitTogetherDecision.of(command, Admission.admitTogether(command.each(), terms.of(pool), store));
        if (decision instanceof SubmitTogetherDecision.Admitted admitted) {
            ends.admitted(command.each(), admitted.each());
        }
        return decision;
    }

    private Admission.Store store(PoolId pool, Function<List<NewUnit>, List<Insertion>> insertion) {
        return new Admission.Store() {
            @Override
            public List<Insertion> insert(List<NewUnit> units) {
                return insertion.apply(units);
            }

            @Override
            public List<Optional<Insertion>> inTheWay(List<NewUnit> units) {
                return shelf.inTheWay(pool, units);
            }

            @Override
            public long queued() {
                return shelf.queued(pool);
            }
        };
    }

    private List<Decision> settle(List<Settle> commands) {
        boolean[] settled = shelf.settle(commands);
        ends.settled(commands, settled);
        List<UnitCommand<?>> others = new ArrayList<>();
        for (int i = 0; i < settled.length; i++) {
            if (!settled[i]) {
                others.add(commands.get(i));
            }
        }
        List<Decision> decided = others.isEmpty() ? List.of() : decideUnits(others);
        if (others.size() == commands.size()) {
            return decided;
        }
        List<Decision> decisions = new ArrayList<>(commands.size());
        int next = 0;
        for (boolean done : settled) {
            decisions.add(done ? UnitRules.SETTLED_BY_GUARD : decided.get(next++));
        }
        return decisions;
    }

    private List<Decision> decideUnits(List<UnitCommand<?>> commands) {
        List<Decision> first = decideBatch(commands);
        if (first.size() == commands.size()) {
            return first;
        }
        List<Decision> decisions = new ArrayList<>(first);
        while (decisions.size() < commands.size()) {
            decisions.addAll(decideBatch(commands.subList(decisions.size(), commands.size())));
        }
        return decisions;
    }

    private List<Decision> decideBatch(List<UnitCommand<?>> commands) {
        Set<WorkId> ids = new LinkedHashSet<>();
        commands.forEach(command -> ids.add(command.work()));
        return ends.<UnitsPage, List<Decision>>watch(
                page -> UnitRules.decide(commands, page), rule -> shelf.units(ids, rule));
    }

    private List<Decision> decideAttempts(List<AttemptCommand<?>> commands) {
        return shelf.attempts().decide(AttemptsAsk.of(commands), page -> AttemptRules.decide(commands, page));
    }

    private SweepDecision sweep(Sweep command) {
        return ends.<SweepPage, SweepDecision>watch(
                page -> SweepRules.sweep(command, page), rule -> shelf.sweep(command.pool(), Sweep.LIMIT, rule));
    }

    private ClaimDecision claim(ClaimWork command) {
        Shelf.Claimed claimed = shelf.claim(classes.ask(command), ask -> page -> {
            ClaimStep step = ClaimRules.decide(ask, page);
            classes.learn(step);
            return step;
        });
        return ClaimRules.answer(claimed.won(), claimed.last());
    }

    private Decision heartbeat(Heartbeat command) {
        HeartbeatRules.Outcome outcome =
                shelf.worker(command.worker(), Set.of(), page -> HeartbeatRules.heartbeat(command, page));
        if (!outcome.handBacks().isEmpty()) {
            decideUnits(List.copyOf(outcome.handBacks()));
        }
        return outcome.decision();
    }

    @Override
    @SuppressWarnings("unchecked") // every query is answered by its own type
    public <R> R ask(Query<R> query) {
        return (R)
                switch (query) {
                    case Inspect inspect -> shelf.unit(inspect.work());
                    case Explain explain -> shelf.explain(explain.work()).map(ExplainRules::explain);
                    case FindWork find -> shelf.find(find);
                    case ShowPool show -> shelf.snapshot(show.pool());
                    case ListPools list -> shelf.pools();
                    case ListDomains list -> new DomainQueries(shelf).all();
                    case ShowDomain show -> new DomainQueries(shelf).find(show.domain());
                    case ListWorkers list -> shelf.workers(list.pool());
                    case ShowSchedule show -> shelf.schedule(show.schedule());
                    case ListSchedules list -> shelf.schedules();
                    case DueSchedules due -> shelf.due(due);
                    case Audit audit -> shelf.audit(audit);
                    case Events events -> shelf.events(events);
                    case History history -> history(history.work());
                    case ShowAttempt show -> shelf.attempts().find(show.attempt());
                    case ListAttempts list -> shelf.attempts().of(list.owner());
                    case OpenAttempts open -> shelf.attempts().open(open);
                    case DueAttempts due -> shelf.attempts().due(due);
                    default ->
                        throw new IllegalArgumentException("this ledger does not know the query " + query.getClass());
                };
    }

    /** What was done between the two looks is told by the audit alone. */
    private Optional<List<HistoryEntry>> history(WorkId work) {
        Optional<Unit> unit = shelf.unit(work);
        if (unit.isEmpty()) {
            return Optional.empty();
        }
        List<AuditEntry> entries = new ArrayList<>();
        Audit query = Audit.about(AuditEntry.Subject.of(work));
        while (true) {
            Audit.Found page = shelf.audit(query);
            entries.addAll(page.entries());
            if (page.next().isEmpty()) {
                return Optional.of(HistoryRules.tell(unit.get(), entries.reversed()));
            }
            query = query.before(page.next().getAsLong());
        }
    }

    @Override
    public void capture(Consumer<Captured> sink) {
        shelf.capture(sink);
    }

    @Override
    public Restored restore(Iterator<? extends Captured> parts, boolean keepClaims) {
        Restoration restoration = new Restoration(parts, keepClaims);
        return restoration.done(shelf.restore(restoration));
    }

    @Override
    public long changes() {
        return shelf.changes();
    }

    @Override
    public Subscription onChange(Runnable listener) {
        return shelf.onChange(listener);
    }

    @Override
    public Optional<Subscription> onEnd(Consumer<LifeEnd> listener) {
        return Optional.of(ends.add(listener));
    }

    @Override
    public void close() {
        shelf.close();
    }
}
