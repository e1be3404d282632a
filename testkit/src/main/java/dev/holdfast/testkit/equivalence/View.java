// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.DueAttempts;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.ListAttempts;
import dev.holdfast.core.attempt.OpenAttempts;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Audit;
import dev.holdfast.core.work.AuditEntry;
import dev.holdfast.core.work.Domain;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.Event;
import dev.holdfast.core.work.Explain;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.History;
import dev.holdfast.core.work.HistoryEntry;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.ListDomains;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.ListSchedules;
import dev.holdfast.core.work.ListWorkers;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.Reservation;
import dev.holdfast.core.work.ShowDomain;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.core.work.WorkerRecord;
import dev.holdfast.testkit.Feed;
import dev.holdfast.testkit.RandomAttempts;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * All that a ledger shows, by the scenario line that asks for it. A store may leave gaps between the sequences of units, so
 * that they are replaced by ranks: 1 for the unit that was admitted first.
 */
final class View {
    private static final int SHORT_PAGE = 5;
    private static final int SHOWN = 15;

    private final Ledger ledger;
    private final List<Unit> units = new ArrayList<>();
    private final Map<Long, Long> ranks = new HashMap<>();
    private final Map<String, Object> answers = new LinkedHashMap<>();

    private View(Ledger ledger) {
        this.ledger = ledger;
    }

    static Map<String, Object> of(Ledger ledger) {
        View view = new View(ledger);
        view.look();
        return view.answers;
    }

    private void look() {
        loadUnits();
        for (Unit unit : some()) { // before what is about many units, because it says more about a difference
            answers.put("show " + unit.id(), ledger.ask(new Inspect(unit.id())).map(this::ranked));
            answers.put("explain " + unit.id(), ledger.ask(new Explain(unit.id())));
            answers.put("history " + unit.id(), history(unit));
        }
        answers.put("schedules", ledger.ask(new ListSchedules()));
        answers.put("due-schedules", ledger.ask(new DueSchedules(Optional.empty())));
        for (ExecutionOwnerId owner : RandomAttempts.OWNERS) {
            answers.put("attempts " + owner, ledger.ask(new ListAttempts(owner)));
        }
        answers.put("open-attempts", openAttempts());
        answers.put("due-attempts", ledger.ask(new DueAttempts(OpenAttempts.MAX)));
        answers.put("audit", audit());
        answers.put("events", told());
        answers.put("find any", units.stream().map(this::ranked).toList());
        List<Domain> domains = ledger.ask(new ListDomains());
        answers.put("domains", domains);
        domains.forEach(each -> answers.put("show-domain " + each.name(), ledger.ask(new ShowDomain(each.name()))));
        List<Pool> pools = ledger.ask(new ListPools());
        answers.put("pools", pools.stream().map(this::ranked).toList());
        pools.forEach(pool -> lookAtPool(pool.id()));
    }

    /** The newest ones, and of the others as many, evenly spread: "find any" shows all of them as well. */
    private List<Unit> some() {
        int newest = Math.max(0, units.size() - SHOWN);
        int step = Math.max(1, newest / SHOWN);
        List<Unit> some = new ArrayList<>(units.subList(newest, units.size()));
        for (int i = 0; i < newest; i += step) {
            some.add(units.get(i));
        }
        return some;
    }

    private void loadUnits() {
        FindWork query = new FindWork(
                Optional.empty(), EnumSet.allOf(Status.class), Optional.empty(), Unit.UNNUMBERED, FindWork.MAX);
        boolean more = true;
        while (more) {
            FindWork.Found page = ledger.ask(query);
            for (Unit unit : page.units()) {
                units.add(unit);
                ranks.put(unit.sequence(), (long) units.size());
            }
            more = page.next().isPresent();
            query = more ? query.after(page.next().getAsLong()) : query;
        }
    }

    private List<HistoryEntry> history(Unit unit) {
        return ledger.ask(new History(unit.id())).orElseThrow().stream()
                .map(entry -> entry instanceof HistoryEntry.Acted acted
                        ? new HistoryEntry.Acted(acted.entry().numbered(AuditEntry.UNNUMBERED))
                        : entry)
                .toList();
    }

    /**
     * Without returns to the queue that are no redrives: what comes and goes within one commit is not told, and candidates
     * commit a batch as one or in parts.
     */
    private Map<WorkId, List<Event>> told() {
        Map<WorkId, List<Event>> told = new TreeMap<>();
        Feed.byUnit(ledger)
                .forEach((work, events) -> told.put(
                        work,
                        events.stream()
                                .filter(event -> !(event instanceof Event.Ready ready)
                                        || ready.origin() == WorkState.Origin.REDRIVEN)
                                .toList()));
        told.values().removeIf(List::isEmpty);
        return told;
    }

    /** By pages of one, so that each attempt is a place in the order. */
    private List<AttemptId> openAttempts() {
        List<AttemptId> open = new ArrayList<>();
        Optional<OpenAttempts.Cursor> after = Optional.empty();
        while (true) {
            OpenAttempts.Found page = ledger.ask(new OpenAttempts(after, 1));
            page.attempts().forEach(attempt -> open.add(attempt.id()));
            if (page.next().isEmpty()) {
                return open;
            }
            after = page.next();
        }
    }

    /** Without numbers: a store may leave gaps between them. */
    private List<AuditEntry> audit() {
        List<AuditEntry> entries = new ArrayList<>();
        Audit query = Audit.ALL;
        while (true) {
            Audit.Found page = ledger.ask(query);
            page.entries().forEach(entry -> entries.add(entry.numbered(AuditEntry.UNNUMBERED)));
            if (page.next().isEmpty()) {
                return entries;
            }
            query = query.before(page.next().getAsLong());
        }
    }

    private void lookAtPool(PoolId pool) {
        answers.put("snapshot " + pool, ledger.ask(new ShowPool(pool)).map(this::ranked));
        List<WorkerRecord> workers = ledger.ask(new ListWorkers(pool));
        answers.put("workers " + pool, workers);
        find("find " + pool, FindWork.in(pool, EnumSet.allOf(Status.class)));
        for (Status status : Status.values()) {
            FindWork all = FindWork.in(pool, Set.of(status));
            for (int from : List.of(0, units.size() / 3, units.size() * 4 / 5)) {
                String after = from == 0 ? "" : " after=" + units.get(from - 1).id();
                long sequence =
                        from == 0 ? Unit.UNNUMBERED : units.get(from - 1).sequence();
                find(
                        "find " + pool + " " + status + after + " limit=" + SHORT_PAGE,
                        new FindWork(all.pool(), all.statuses(), all.worker(), sequence, SHORT_PAGE));
            }
        }
        for (WorkerRecord worker : workers) {
            lookAtWorker(worker.id());
        }
    }

    private void lookAtWorker(WorkerId worker) {
        find("find any CLAIMED worker=" + worker, FindWork.claimedBy(worker));
    }

    private void find(String line, FindWork query) {
        FindWork.Found found = ledger.ask(query);
        List<Object> answer =
                new ArrayList<>(found.units().stream().map(this::ranked).toList());
        found.next().ifPresent(next -> answer.add("and more after " + ranks.get(next)));
        answers.put(line, answer);
    }

    private PoolSnapshot ranked(PoolSnapshot it) {
        return new PoolSnapshot(
                it.now(),
                ranked(it.pool()),
                it.sharedDomains(),
                it.used(),
                it.escalation(),
                it.reserved(),
                it.workers());
    }

    private Pool ranked(Pool pool) {
        Optional<Reservation> ranked = pool.reservation()
                .map(open -> new Reservation(
                        ranks.getOrDefault(open.sequence(), Unit.UNNUMBERED),
                        open.key(),
                        open.needs(),
                        open.worker(),
                        open.grant(),
                        open.openedAt(),
                        open.until()));
        return new Pool(
                pool.id(),
                pool.revision(),
                pool.policy(),
                pool.sources(),
                pool.paused(),
                pool.counter(),
                pool.clocks(),
                pool.time(),
                pool.sweptAt(),
                ranked);
    }

    private Unit ranked(Unit unit) {
        return unit.numbered(ranks.getOrDefault(unit.sequence(), Unit.UNNUMBERED));
    }
}
