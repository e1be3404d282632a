// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.AuditEntry;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.ListSchedules;
import dev.holdfast.core.work.ListWorkers;
import dev.holdfast.core.work.PastLife;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.core.work.WorkerRecord;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What is true of a ledger at every commit, seen through its queries alone and computed the slow and obvious way:
 * fences grow and are issued once (I1, I2), counters equal what is there (I4), limits hold (I7), budgets hold and
 * attempts are numbered without gaps in each life (I8), what is listed equals what is stored (I24), each open question has
 * one inquiry, and the audit tells what was done to units and pools. Limits and budgets are those of a policy that was never
 * revised: what was granted before stays.
 */
public final class Invariants {
    private Invariants() {}

    /** Fails with what is not so. The ledger must be at rest: it is asked more than once. */
    public static void check(Ledger ledger) {
        Set<Fence> fences = new HashSet<>();
        Map<WorkerId, WorkerOffer> offers = new HashMap<>();
        List<Unit> all = units(ledger);
        for (Pool pool : ledger.ask(new ListPools())) {
            List<Unit> units =
                    all.stream().filter(unit -> unit.pool().equals(pool.id())).toList();
            fences.clear();
            units.forEach(unit -> checkUnit(unit, pool, fences));
            checkPool(pool, units, all, ledger.ask(new ShowPool(pool.id())).orElseThrow());
            for (WorkerRecord worker : ledger.ask(new ListWorkers(pool.id()))) {
                offers.put(worker.id(), worker.offer());
            }
        }
        SharedDomains.check(ledger, all);
        offers.values().forEach(offer -> checkWorker(offer, all));
        checkInquiries(all);
        List<AuditEntry> entries = AuditTrace.entries(ledger);
        AuditTrace.check(entries, all, ledger.ask(new ListPools()));
        List<Schedule> schedules = ledger.ask(new ListSchedules());
        AuditTrace.checkSchedules(entries, schedules);
        schedules.forEach(schedule -> checkSchedule(schedule, all));
        for (Unit unit : all) {
            assertThat(ledger.ask(new Inspect(unit.id())))
                    .as("listed and inspected")
                    .isEqualTo(Optional.of(unit));
        }
    }

    /** All units of all pools, in the order of their admission. */
    public static List<Unit> units(Ledger ledger) {
        FindWork query = new FindWork(Optional.empty(), EnumSet.allOf(Status.class), Optional.empty(), 0, FindWork.MAX);
        List<Unit> units = new ArrayList<>();
        while (true) {
            FindWork.Found page = ledger.ask(query);
            units.addAll(page.units());
            if (page.next().isEmpty()) {
                return units;
            }
            query = query.after(page.next().getAsLong());
        }
    }

    /** One that waits, is held or was given up about every open question; none that nobody has told to stop about others. */
    private static void checkInquiries(List<Unit> units) {
        Map<WorkId, Unit> byId = new HashMap<>();
        units.forEach(unit -> byId.put(unit.id(), unit));
        for (Unit unit : units) {
            Inquiry.openFor(unit).ifPresent(id -> {
                assertThat(byId).as("inquiry about %s", unit).containsKey(id);
                Unit inquiry = Objects.requireNonNull(byId.get(id));
                assertThat(Inquiry.of(inquiry).map(Inquiry::work))
                        .as("the subject")
                        .contains(unit.id());
                assertThat(inquiry.status())
                        .as("inquiry about %s", unit.id())
                        .isIn(Status.QUEUED, Status.CLAIMED, Status.POISONED);
            });
            Inquiry.of(unit).ifPresent(asks -> {
                boolean open = asks.isOpen(Optional.ofNullable(byId.get(asks.work())));
                boolean stopped = unit.status().isEnd() || unit.cancel().isPresent();
                assertThat(open || stopped).as("%s has a question", unit).isTrue();
            });
        }
    }

    /** What it says that it has submitted is there; nobody else has submitted it. */
    private static void checkSchedule(Schedule schedule, List<Unit> units) {
        assertThat(schedule.last().isPresent()).as("%s", schedule).isEqualTo(schedule.submitted() > 0);
        schedule.waiting()
                .ifPresent(waits -> assertThat(schedule.newest().filter(newest -> !newest.isBefore(waits)))
                        .as("%s", schedule)
                        .isEmpty());
        schedule.last()
                .ifPresent(last -> assertThat(
                                units.stream().filter(unit -> unit.id().equals(last)))
                        .as("the last unit of %s", schedule)
                        .singleElement()
                        .satisfies(unit ->
                                assertThat(unit.submission().key().value()).startsWith(Schedule.RESERVED)));
    }

    private static void checkUnit(Unit unit, Pool pool, Set<Fence> issued) {
        List<Claim> claims = new ArrayList<>();
        unit.past().forEach(old -> claims.add(old.claim()));
        unit.claim().ifPresent(claims::add);
        for (int i = 0; i < claims.size(); i++) {
            Claim claim = claims.get(i);
            assertThat(issued.add(claim.fence()))
                    .as("fence %s was issued once", claim.fence())
                    .isTrue();
            boolean firstOfLife = i == 0 || claims.get(i - 1).life() < claim.life();
            int former = firstOfLife ? 0 : claims.get(i - 1).attempt();
            assertThat(claim.attempt()) // a claim whose handler did not start gives its number back
                    .as("attempts of %s have no gaps", unit.id())
                    .isBetween(Math.max(former, 1), former + 1);
            assertThat(i == 0 || claim.fence().isNewerThan(claims.get(i - 1).fence()))
                    .as("fences of %s grow", unit.id())
                    .isTrue();
            assertThat(claim.fence().counter()).as("the pool's counter").isLessThanOrEqualTo(pool.counter());
        }
        if (pool.revision() == 1) { // a lowered budget ends nothing that waits
            assertThat(unit.attempts())
                    .as("attempts of %s", unit.id())
                    .isBetween(0, pool.policy().maxAttempts());
            assertThat(unit.losses())
                    .as("losses of %s", unit.id())
                    .isBetween(0, pool.policy().maxLosses());
        }
        assertThat((long) unit.attempts() + unit.losses())
                .as("counted runs of %s", unit.id())
                .isLessThanOrEqualTo(claims.stream()
                        .filter(claim -> claim.life() == unit.life())
                        .count());
        assertThat(unit.lives())
                .as("lives of %s before life %d", unit.id(), unit.life())
                .extracting(PastLife::life)
                .isEqualTo(IntStream.range(1, unit.life()).boxed().toList());
    }

    private static void checkPool(Pool pool, List<Unit> units, List<Unit> all, PoolSnapshot snapshot) {
        for (Status status : Status.values()) {
            long count = units.stream().filter(unit -> unit.status() == status).count();
            assertThat(snapshot.count(status))
                    .as("%s of pool %s", status, pool.id())
                    .isEqualTo(count);
        }
        Map<Account, Long> used = new HashMap<>();
        units.stream().filter(unit -> unit.claim().isPresent()).forEach(unit -> use(unit, pool, used));
        units.forEach(unit -> keep(unit, used));
        used.putAll(SharedDomains.used(pool.policy().sharedDomains(), all));
        for (Account account : snapshot.used().keySet()) {
            if (account.scope() != Account.Scope.COUNT && account.scope().isCountable()) {
                used.putIfAbsent(account, 0L);
            }
        }
        used.forEach((account, amount) -> {
            assertThat(snapshot.used().getOrDefault(account, 0L))
                    .as("counter %s", account)
                    .isEqualTo(amount);
            boolean isShared = pool.policy().sharedDomains().contains(account.owner());
            if (pool.revision() == 1 && !isShared) { // a lowered limit revokes nothing
                assertThat(snapshot.limits().used(account, snapshot::amount))
                        .as("limit of %s", account)
                        .isLessThanOrEqualTo(pool.policy().limitOf(account));
            }
        });
    }

    private static void use(Unit unit, Pool pool, Map<Account, Long> used) {
        used.merge(Account.poolClaims(pool.id()), 1L, Long::sum);
        String key = unit.laneKey();
        boolean counted = unit.claim().orElseThrow().counted();
        if (pool.revision() == 1) { // no limit came or went since
            assertThat(counted)
                    .as("%s counts against the limit of its key", unit.id())
                    .isEqualTo(pool.policy().fairness().limits().containsKey(key));
        }
        if (counted) {
            used.merge(Account.keyClaims(pool.id(), key), 1L, Long::sum);
        }
        Map<String, Long> demand = unit.requirements().needs().demand();
        demand.forEach((name, units) -> used.merge(Account.poolResource(pool.id(), name), units, Long::sum));
        useDomains(unit, used);
    }

    static void useDomains(Unit unit, Map<Account, Long> used) {
        Map<String, Long> demand = unit.requirements().needs().demand();
        for (String domain : unit.requirements().needs().domains()) {
            used.merge(Account.domainClaims(domain), 1L, Long::sum);
            demand.forEach((name, units) -> used.merge(Account.domainResource(domain, name), units, Long::sum));
        }
    }

    /** What is uncertain and has to be reconciled keeps its domains. */
    static void keep(Unit unit, Map<Account, Long> used) {
        if (unit.status() != Status.UNCERTAIN
                || unit.requirements().eligibility().guarantee() != Guarantee.RECONCILED) {
            return;
        }
        for (String domain : unit.requirements().needs().domains()) {
            used.merge(Account.quarantinedClaims(domain), 1L, Long::sum);
            unit.requirements()
                    .needs()
                    .demand()
                    .forEach((name, units) -> used.merge(Account.quarantinedResource(domain, name), units, Long::sum));
        }
    }

    /** The limits of a worker hold over all pools together. */
    private static void checkWorker(WorkerOffer offer, List<Unit> units) {
        List<Unit> held = units.stream()
                .filter(unit -> unit.claim()
                        .filter(claim -> claim.worker().equals(offer.worker()))
                        .isPresent())
                .toList();
        assertThat(held.size()).as("claims of worker %s", offer.worker()).isLessThanOrEqualTo(offer.maxClaims());
        Map<String, Long> used = new HashMap<>();
        for (Unit unit : held) {
            unit.requirements().needs().demand().forEach((name, amount) -> used.merge(name, amount, Long::sum));
            assertThat(unit.requirements().eligibility().misfit(offer))
                    .as("eligibility of %s", unit.id())
                    .isEmpty();
        }
        used.forEach((name, amount) -> assertThat(amount)
                .as("%s of worker %s", name, offer.worker())
                .isLessThanOrEqualTo(offer.resources().getOrDefault(name, 0L)));
    }
}
