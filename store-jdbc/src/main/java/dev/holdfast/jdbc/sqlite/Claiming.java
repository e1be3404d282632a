// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Shelf;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.ClaimAsk;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DomainTerms;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Horizon;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.OutOfTurn;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Unit;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** A claim: rounds of load, decide, save in one transaction. */
final class Claiming {
    private final Session session;
    private final ClaimWork command;
    private final Moment now;
    private final int epoch;
    private final Optional<Workers.Stored> worker;
    private final Grants grants;

    Claiming(Session session, ClaimWork command, Moment now) throws SQLException {
        this.session = session;
        this.command = command;
        this.now = now;
        this.epoch = session.epoch();
        this.worker = session.workers.find(command.worker());
        this.grants = new Grants(session, command);
    }

    Shelf.Claimed claim(ClaimAsk first, Function<ClaimAsk, Function<ClaimPage, ClaimStep>> rule) throws SQLException {
        Optional<Pools.Stored> home = session.pools.find(command.pool());
        if (home.isEmpty()) {
            return new Shelf.Claimed(List.of(), rule.apply(first).apply(withoutPool()));
        }
        DueMoves.move(session, home.get(), now);
        List<Grant> won = new ArrayList<>();
        Pools.Stored pool = home.get();
        ClaimAsk ask = first;
        while (true) {
            ClaimStep step = rule.apply(ask).apply(page(ask, pool));
            if (!(step instanceof ClaimStep.Take take)) {
                return new Shelf.Claimed(won, step);
            }
            won.addAll(save(pool, take.changes()));
            if (take.again().isEmpty()) {
                return new Shelf.Claimed(won, step);
            }
            pool = new Pools.Stored(pool.id(), take.changes().pool());
            ask = take.again().get();
        }
    }

    /** Claims a unit that was just inserted, out of turn. */
    Shelf.OutOfTurnResult claimOne(Pools.Stored home, WorkId id, Function<ClaimPage, OutOfTurn> rule)
            throws SQLException {
        DueMoves.move(session, home, now);
        Unit unit = session.units.find(id).orElseThrow();
        ClaimAsk ask = new ClaimAsk(command, 1, 1, Set.of(), Integer.MAX_VALUE, Optional.empty(), 0);
        ClaimPage.LaneView lane =
                session.views.only(unit, now.orLater(home.pool().time()));
        Map<Account, Long> used = session.accounts.used(accounts(home.pool(), List.of(lane)));
        return switch (rule.apply(page(ask, home).only(lane).with(used))) {
            case OutOfTurn.Refusal refusal -> new Shelf.OutOfTurnResult.Refused(refusal.decision());
            case OutOfTurn.Take take ->
                new Shelf.OutOfTurnResult.Won(save(home, take.changes()).getFirst());
        };
    }

    private ClaimPage withoutPool() {
        return new ClaimPage(
                now,
                epoch,
                Optional.empty(),
                worker.map(Workers.Stored::worker),
                Optional.empty(),
                List.of(),
                List.of(),
                Horizon.NONE,
                Optional.empty(),
                List.of(),
                Map.of(),
                Map.of(),
                List.of(),
                Optional.empty());
    }

    private ClaimPage page(ClaimAsk ask, Pools.Stored pool) throws SQLException {
        Map<String, DomainTerms> shared = session.domains.terms(pool.pool().policy());
        LaneViews.Window window =
                session.views.load(pool, shared, ask, now.orLater(pool.pool().time()));
        Map<Account, Long> used = new HashMap<>(session.accounts.used(accounts(pool.pool(), window.all())));
        return new ClaimPage(
                now,
                epoch,
                Optional.of(pool.pool()),
                worker.map(Workers.Stored::worker),
                session.requests.find(command.request(), session),
                session.eligibilities.after(pool.id(), ask.classMark()),
                window.lanes(),
                window.horizon(),
                window.reserved(),
                window.overdue(),
                used,
                shared,
                owed(pool, used),
                session.pools.nextDue(pool.id()));
    }

    /** What keys owe; the run times of kinds are added to what is used. Only a pool that charges run time pays for it. */
    private List<ClaimPage.Owed> owed(Pools.Stored pool, Map<Account, Long> used) throws SQLException {
        if (!pool.pool().chargesRunTime()) {
            return List.of();
        }
        Map<Account, Long> runs = new HashMap<>();
        String owner = command.pool().value();
        session.accounts.collect(Account.Scope.RUN_OWED, owner, runs);
        session.accounts.collect(Account.Scope.RUN_COUNT, owner, used);
        session.accounts.collect(Account.Scope.RUN_TIME, owner, used);
        List<ClaimPage.Owed> owed = new ArrayList<>();
        for (Map.Entry<Account, Long> each : runs.entrySet()) {
            ClaimPage.Owed key = ClaimPage.Owed.of(each.getKey(), each.getValue());
            owed.add(key.at(session.phases.tag(pool.id(), key.band(), key.key())));
        }
        return owed;
    }

    /** The accounts that a claim of these lanes may look at. */
    private Set<Account> accounts(Pool pool, List<ClaimPage.LaneView> lanes) {
        Set<Account> accounts = new LinkedHashSet<>();
        accounts.add(Account.poolClaims(command.pool()));
        accounts.add(Account.workerClaims(command.worker()));
        for (ClaimPage.LaneView lane : lanes) {
            Needs needs = lane.needs();
            if (pool.counts(lane.key())) {
                accounts.add(Account.keyClaims(command.pool(), lane.key()));
            }
            for (String resource : needs.demand().keySet()) {
                accounts.add(Account.poolResource(command.pool(), resource));
                accounts.add(Account.workerResource(command.worker(), resource));
            }
            for (String domain : needs.domains()) {
                addDomain(accounts, Account.domainClaims(domain));
                needs.demand()
                        .keySet()
                        .forEach(resource -> addDomain(accounts, Account.domainResource(domain, resource)));
            }
        }
        return accounts;
    }

    private static void addDomain(Set<Account> accounts, Account account) {
        accounts.add(account);
        account.quarantined().ifPresent(accounts::add);
    }

    private List<Grant> save(Pools.Stored pool, ClaimStep.ClaimChanges changes) throws SQLException {
        session.pools.save(pool.id(), changes.pool());
        List<Grant> won = changes.sequences().length == 0
                ? List.of()
                : grants.save(changes, worker.orElseThrow().id());
        session.phases.charge(pool.id(), changes.tags());
        for (ClaimStep.Turn turn : changes.turns()) {
            session.phases.turn(turn);
        }
        session.accounts.add(changes.additions());
        if (changes.remember().isPresent()) {
            session.requests.remember(
                    command,
                    worker.orElseThrow().id(),
                    pool.id(),
                    changes.remember().get());
        }
        return won;
    }
}
