// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Fence;
import dev.holdfast.core.ledger.RowUnreadable;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.ClaimAsk;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DomainTerms;
import dev.holdfast.core.work.EligibilityClass;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.Fare;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Terms;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.jdbc.AccountText;
import dev.holdfast.jdbc.DomainText;
import dev.holdfast.jdbc.States;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;

/** One load and what is saved after it. */
final class ClaimTrip {
    /** Claims of so many units at most are mostly commit, and what waits for the commit is the pool. */
    private static final int EARLY = 16;

    private static final String LOAD = "SELECT * FROM $.claim_load_v14(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    /** Only whoever holds the pool writes these. */
    private static final String USED = """
        SELECT z.account, g.used FROM unnest(?) z (account) CROSS JOIN LATERAL (
            SELECT g.used FROM $.account_log g WHERE g.pool = ? AND g.account = z.account
            ORDER BY g.pool DESC, g.account DESC, g.n DESC LIMIT 1
        ) g\
        """;

    final Session session;
    final ClaimWork command;
    final Optional<KnownWorkers.Known> worker;
    final int number;
    final ClaimLoad load;
    private final ClaimAsk ask;

    /** What the load asks by; it may tell of a newer revision. */
    private final Terms asked;

    private OptionalLong request;
    private final ClaimWindow window;
    private final Pool pool;
    private final RunTimes runTimes;
    private final List<ClaimPage.LaneView> views;

    /** @param request the store's number of the request, when an earlier trip has written it */
    ClaimTrip(
            Session session,
            ClaimWork command,
            Optional<KnownWorkers.Known> worker,
            int number,
            ClaimAsk ask,
            OptionalLong request)
            throws SQLException {
        this.session = session;
        this.command = command;
        this.worker = worker;
        this.request = request;
        this.number = number;
        this.ask = ask;
        this.asked = session.known.pools.terms(session, number);
        Map<Integer, Integer> classOf = new HashMap<>();
        for (int asked : ask.classes()) {
            OptionalLong eligibility = session.known.lanes.ofClass(session, number, asked);
            eligibility.ifPresent(each -> classOf.merge((int) each, asked, Math::max));
        }
        this.load = load(classOf);
        if (load.epoch() == 0) {
            throw new SQLException("the server may have lost commits", PostgresVerdicts.LOST_COMMITS);
        }
        this.window = new ClaimWindow(session, ask, load, classOf);
        this.views = window.all();
        this.pool = pool();
        this.runTimes = RunTimes.of(session, pool, number, load.fold());
    }

    OptionalLong request() {
        return request;
    }

    private ClaimLoad load(Map<Integer, Integer> classOf) throws SQLException {
        return session.timed(LOAD)
                .integer(number)
                .integer(worker.map(KnownWorkers.Known::number).orElse(0))
                .integer(command.request().slot())
                .number(command.request().high())
                .number(command.request().low())
                .array(classOf.keySet().stream().mapToInt(Integer::intValue).toArray())
                .integer(ask.classMark())
                .integer(ask.want())
                .integer(ask.window())
                .array(worker.map(each -> accounts(each.offer(), asked.policy().fairness()))
                        .orElseGet(() -> new String[0]))
                .array(worker.isPresent() ? otherPools(worker.get().offer()) : new int[0])
                .integer(ask.round())
                .flag(isEarly())
                .first(ClaimLoad::read)
                .orElseThrow();
    }

    private int[] otherPools(WorkerOffer offer) throws SQLException {
        List<Integer> others = new ArrayList<>();
        for (var other : offer.pools()) {
            if (!other.equals(command.pool())) {
                session.poolNumber(other).ifPresent(others::add);
            }
        }
        return others.stream().mapToInt(Integer::intValue).toArray();
    }

    private Pool pool() throws SQLException {
        ClaimLoad.Log log = load.log();
        Terms terms = session.known.pools.terms(session, number, log.revision());
        return new Pool(
                command.pool(),
                terms.revision(),
                terms.policy(),
                terms.sources(),
                log.paused(),
                log.counter(),
                LongStream.of(log.clocks()).boxed().toList(),
                log.time(),
                log.sweptAt(),
                load.reservation());
    }

    ClaimPage page() throws SQLException {
        return new ClaimPage(
                load.now(),
                load.epoch(),
                Optional.of(pool),
                worker.flatMap(each -> load.lease()
                        .map(lease -> each.with(lease.until(), lease.healthy(), lease.draining(), lease.dead()))),
                remembered(),
                newClasses(),
                window.views(),
                window.horizon(),
                window.reserved(),
                window.overdue(),
                used(),
                shared(),
                runTimes.owed(),
                load.nextDue());
    }

    private Map<String, DomainTerms> shared() {
        if (load.sharedNames().length == 0) {
            return Map.of();
        }
        Map<String, DomainTerms> shared = new HashMap<>();
        for (int i = 0; i < load.sharedNames().length; i++) {
            shared.put(load.sharedNames()[i], DomainText.read(load.sharedTerms()[i]));
        }
        return shared;
    }

    private Optional<ClaimPage.Remembered> remembered() throws SQLException {
        if (load.remembered().isEmpty()) {
            return Optional.empty();
        }
        ClaimLoad.Remembered found = load.remembered().get();
        List<Long> live = session.sql
                .of("""
                    SELECT seq FROM $.unit
                    WHERE pool = ? AND worker = ? AND state = 1 AND fence BETWEEN ? AND ? ORDER BY fence\
                    """)
                .integer(found.pool())
                .integer(found.worker())
                .number(found.first())
                .number(found.last())
                .list(row -> row.number());
        return Optional.of(new ClaimPage.Remembered(
                session.known.pools.name(session, found.pool()),
                session.known.workers.get(session, found.worker()).offer().worker(),
                new Fence(found.first()),
                new Fence(found.last()),
                new Units(session).get(live)));
    }

    private List<EligibilityClass> newClasses() throws SQLException {
        List<EligibilityClass> classes = new ArrayList<>();
        for (int i = 0; i < load.newClasses().length; i++) {
            int eligibility = load.newEligibilities()[i];
            session.known.lanes.learn(number, load.newClasses()[i], eligibility);
            classes.add(
                    new EligibilityClass(load.newClasses()[i], session.known.lanes.eligibility(session, eligibility)));
        }
        return classes;
    }

    private Map<Account, Long> used() throws SQLException {
        Map<Account, Long> used = new HashMap<>();
        for (int i = 0; i < load.accounts().length; i++) {
            used.merge(AccountText.read(load.accounts()[i]), load.used()[i], Long::sum);
        }
        if (load.log().counts().length > 0) {
            used.put(Account.poolClaims(command.pool()), load.log().counts()[States.CLAIMED]);
        }
        if (pool.revision() != asked.revision()) {
            addLimits(used);
        }
        runTimes.addTo(used);
        return used;
    }

    /** The policy was revised since it was last seen here: what its limits of keys look at was not asked for. */
    private void addLimits(Map<Account, Long> used) throws SQLException {
        Set<String> missing = new LinkedHashSet<>();
        for (String key : pool.policy().fairness().limits().keySet()) {
            if (!asked.policy().fairness().limits().containsKey(key)) {
                missing.add(AccountText.write(Account.keyClaims(command.pool(), key)));
            }
        }
        usedOf(missing).forEach((account, amount) -> used.merge(account, amount, Long::sum));
    }

    /** What the pool says of accounts, with what was folded in. */
    Map<Account, Long> usedOf(Collection<String> accounts) throws SQLException {
        Map<Account, Long> used = new HashMap<>();
        if (accounts.isEmpty()) {
            return used;
        }
        session.sql
                .of(USED)
                .array(accounts.toArray(String[]::new))
                .integer(number)
                .each(row -> used.merge(AccountText.read(row.text()), row.number(), Long::sum));
        for (int i = 0; i < load.fold().accounts().length; i++) {
            if (accounts.contains(load.fold().accounts()[i])) {
                used.merge(
                        AccountText.read(load.fold().accounts()[i]), load.fold().amounts()[i], Long::sum);
            }
        }
        return used;
    }

    /** Nothing is granted. What the load has folded in is worth a commit only when it is much. */
    void answer() throws SQLException {
        if (ask.round() > 0) {
            endEarlierRounds();
            return;
        }
        if (load.remembered().isPresent() || load.fold().isKept()) {
            // The first answer to a remembered request may have been lost between its commit and the disk; this one
            // must
            // not overtake the disk either.
            save(new ClaimSave(load), pool, Optional.empty(), true);
        } else {
            session.discard();
        }
    }

    /** Earlier rounds have granted: that is remembered, and waits for the disk. */
    private void endEarlierRounds() throws SQLException {
        if (request.isPresent() && ask.first().isPresent()) {
            session.sql
                    .of("UPDATE $.claim_request SET first = ?, last = ? WHERE id = ?")
                    .number(ask.first().get().value())
                    .number(Fence.of(load.epoch(), load.log().counter()).value())
                    .number(request)
                    .update();
            flush();
        }
    }

    /** Waits for the disk, where the commit will not. */
    private void flush() throws SQLException {
        if (isEarly()) {
            session.sql.of("SET LOCAL synchronous_commit TO DEFAULT").update();
            session.sql.of(ClaimedRow.FLUSH).first(row -> 0);
        }
    }

    List<Grant> take(ClaimStep.Take take) throws SQLException {
        ClaimSave save = new ClaimSave(load);
        save.add(window, runTimes, views, pool.clocks(), take.changes());
        boolean sameReservation = take.changes().pool().reservation().equals(pool.reservation());
        boolean isNothing = save.isNothing(take.changes())
                && sameReservation
                && take.again().isEmpty();
        if (isNothing && ask.round() == 0 && !load.fold().isKept()) {
            session.discard();
            return List.of();
        }
        if (!sameReservation) {
            Pools.reserve(session, number, take.changes().pool().reservation());
        }
        save.charge(views, take.changes().sequences(), pool, command);
        RunTimes.keepFares(session, take.changes());
        List<ClaimedRow> rows = save(
                save,
                take.changes().pool(),
                Optional.of(take.changes()),
                take.again().isEmpty());
        return grants(take.changes(), rows);
    }

    /** A grant out of turn, of a lane that the window does not show. */
    Grant takeOne(ClaimStep.ClaimChanges changes, KnownLanes.Known lane, ClaimPage.LaneView view) throws SQLException {
        ClaimSave save = new ClaimSave(load);
        save.addOne(lane, changes);
        save.charge(List.of(view), changes.sequences(), pool, command);
        RunTimes.keepFares(session, changes);
        return grants(changes, save(save, changes.pool(), Optional.of(changes), true))
                .getFirst();
    }

    private List<ClaimedRow> save(
            ClaimSave save, Pool changed, Optional<ClaimStep.ClaimChanges> changes, boolean isLast)
            throws SQLException {
        List<ClaimedRow> rows = ClaimedRow.save(this, save, changed, changes, isLast);
        if (!rows.isEmpty()) {
            request = OptionalLong.of(rows.getFirst().request());
        }
        return rows;
    }

    private static Optional<Fare> fareOf(ClaimStep.ClaimChanges changes, long fence) {
        return changes.fares().isEmpty() ? Optional.empty() : changes.fare((int) (fence - changes.fences()[0]));
    }

    /**
     * A unit that cannot be read stays claimed by a holder that does not know, until it is handed back and has lost too often;
     * it is named where it is the only one.
     */
    private List<Grant> grants(ClaimStep.ClaimChanges changes, List<ClaimedRow> rows) throws SQLException {
        session.known.lanes.load(
                session, rows.stream().mapToLong(ClaimedRow::lane).toArray());
        List<Grant> grants = new ArrayList<>(rows.size());
        for (ClaimedRow row : rows) {
            boolean counted = pool.counts(session.known.lanes.get(session, row.lane()).key);
            Optional<Fare> fare = fareOf(changes, row.fence());
            Unit unit;
            try {
                unit = row.unit(session, command, counted, fare, pool.time());
            } catch (RowUnreadable e) {
                if (rows.size() == 1) {
                    throw e;
                }
                continue;
            }
            grants.add(Grant.of(unit));
            session.known.claims.granted(
                    unit.id().value(),
                    new LiveClaims.LiveClaim(
                            row.sequence(),
                            number,
                            row.lane(),
                            worker.orElseThrow().number(),
                            row.fence(),
                            row.request(),
                            counted,
                            fare,
                            command.secret().digest()));
        }
        return grants;
    }

    /** The accounts of a worker, and of keys, that may forbid it a grant. */
    private String[] accounts(WorkerOffer offer, Fairness fairness) {
        List<String> accounts = new ArrayList<>();
        accounts.add(AccountText.write(Account.workerClaims(offer.worker())));
        for (String resource : offer.resources().keySet()) {
            accounts.add(AccountText.write(Account.workerResource(offer.worker(), resource)));
        }
        for (String key : fairness.limits().keySet()) {
            accounts.add(AccountText.write(Account.keyClaims(command.pool(), key)));
        }
        return accounts.toArray(String[]::new);
    }

    /** A claim of few units lets go of the pool before its commit is on the disk; see {@link ClaimedRow}. */
    boolean isEarly() {
        return command.max() <= EARLY;
    }
}
