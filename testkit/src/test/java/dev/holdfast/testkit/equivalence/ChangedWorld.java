// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Condition;
import dev.holdfast.core.work.DefineDomain;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DefinitionReference;
import dev.holdfast.core.work.Domain;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.DomainSnapshot;
import dev.holdfast.core.work.DomainTerms;
import dev.holdfast.core.work.Explain;
import dev.holdfast.core.work.Explained;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.Limits;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.ListWorkers;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.ShowDomain;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.core.work.WorkerRecord;
import dev.holdfast.testkit.ManualClock;
import dev.holdfast.testkit.ScenarioWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** A ledger after some of a random history, in which conditions can be made true. */
final class ChangedWorld implements AutoCloseable {
    private static final Duration BEAT = Duration.ofSeconds(3);

    private final ManualClock clock = new ManualClock();
    private final Ledger ledger = MemoryLedger.create(clock);
    private int newcomers;

    static ChangedWorld after(long seed, int steps) {
        ChangedWorld world = new ChangedWorld();
        RandomHistory history = new RandomHistory(seed);
        for (int i = 0; i < steps; i++) {
            switch (history.next()) {
                case Step.Pass pass -> world.clock.set(world.clock.now().plus(pass.duration()));
                case Step.Give give -> history.learn(give, world.decide(give));
            }
        }
        return world;
    }

    private List<Decision> decide(Step.Give give) {
        List<Decision> decisions = new ArrayList<>();
        give.commands().forEach(command -> decisions.add(ledger.submit(command)));
        return decisions;
    }

    List<Unit> queued() {
        return units(Set.of(Status.QUEUED));
    }

    private List<Unit> units(Set<Status> statuses) {
        return ledger.ask(
                        new FindWork(java.util.Optional.empty(), statuses, java.util.Optional.empty(), 0, FindWork.MAX))
                .units();
    }

    Explained explain(WorkId work) {
        return ledger.ask(new Explain(work)).orElseThrow();
    }

    Unit unit(WorkId work) {
        return ledger.ask(new Inspect(work)).orElseThrow();
    }

    /** Whatever may be ahead of the unit is gone. */
    void alone(WorkId work) {
        units(Set.of(Status.QUEUED, Status.HELD)).stream()
                .filter(other -> !other.id().equals(work))
                .forEach(this::end);
    }

    /** An inquiry ends with the question that it asks. */
    private void end(Unit other) {
        Inquiry.of(other)
                .ifPresentOrElse(
                        question -> ledger.submit(new Resolve(
                                question.work(), question.fence(), new Resolution.Cancelled("gone"), "log", "test")),
                        () -> ledger.submit(new Cancel(other.id(), "test", "out of the way")));
    }

    void become(Condition condition, WorkId work) {
        PoolId pool = unit(work).pool();
        switch (condition) {
            case Condition.Passed passed -> pass(passed.moment());
            case Condition.Resumed resumed -> ledger.submit(new PausePool(resumed.pool(), false, "ann", "room again"));
            case Condition.Room room -> makeRoom(pool, room);
            case Condition.WorkerOffers offers -> register(pool, offers);
            case Condition.WorkerFree free -> register(twin(work));
            case Condition.Turn turn -> {}
            case Condition.Promoted promoted -> throw new AssertionError("a queued unit is not held");
            case Condition.Evident evident -> throw new AssertionError("a queued unit waits for no evidence");
            case Condition.Redriven redriven -> redrive(work);
        }
    }

    private void pass(Moment moment) {
        while (clock.now().isBefore(moment)) {
            Moment next = clock.now().plus(BEAT);
            clock.set(next.isAfter(moment) ? moment : next);
            live().forEach(worker ->
                    ledger.submit(new Heartbeat(worker.id(), worker.healthy(), Holdings.digest(List.of()), Set.of())));
        }
    }

    private void redrive(WorkId work) {
        Unit unit = unit(work);
        pass(clock.now().orLater(unit.startBy().orElseThrow()).plus(Duration.ofNanos(1_000)));
        ledger.submit(new Sweep(unit.pool(), true));
        ledger.submit(new Redrive(work, unit.life(), "test", "again", true));
    }

    private void makeRoom(PoolId id, Condition.Room room) {
        String owner = room.account().owner();
        ledger.ask(new ShowDomain(owner))
                .filter(found -> found.domain().owner().isEmpty() && DomainSnapshot.isOf(owner, room.account()))
                .ifPresentOrElse(shared -> makeRoom(shared, room), () -> makeRoomInPool(id, room));
    }

    private void makeRoom(DomainSnapshot shared, Condition.Room room) {
        Domain domain = shared.domain();
        long wanted = free(shared.limits(), room.account(), shared::amount) + room.more();
        DomainTerms larger = domain.terms();
        while (free(Limits.ofDomain(Domain.shared(domain.name(), 1, larger)), room.account(), shared::amount)
                < wanted) {
            larger = new DomainTerms(larger(larger.limit(), room.account(), 1), larger.quarantineShare());
        }
        ledger.submit(
                new DefineDomain(domain.name(), larger, Optional.of(domain.revision()), "ann", "room for what waits"));
    }

    private void makeRoomInPool(PoolId id, Condition.Room room) {
        Pool pool = ledger.ask(new ListPools()).stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
        PoolSnapshot snapshot = ledger.ask(new ShowPool(id)).orElseThrow();
        long wanted = free(new Limits(pool.policy()), room.account(), snapshot::amount) + room.more();
        PoolPolicy larger = pool.policy();
        while (free(new Limits(larger), room.account(), snapshot::amount)
                < wanted) { // more may be quarantined of a larger domain
            larger = larger(larger, room.account(), 1);
        }
        ledger.submit(new DefinePool(id, larger).replacing(pool.revision()));
    }

    private static long free(Limits limits, Account account, ToLongFunction<Account> amounts) {
        return limits.of(account) - limits.used(account, amounts);
    }

    private static DomainLimit larger(DomainLimit limit, Account account, long more) {
        if (account.scope() == Account.Scope.DOMAIN_CLAIMS) {
            return new DomainLimit(OptionalLong.of(limit.claims().orElseThrow() + more), limit.resources());
        }
        TreeMap<String, Long> resources = new TreeMap<>(limit.resources());
        resources.merge(account.what(), more, Long::sum);
        return new DomainLimit(limit.claims(), resources);
    }

    private static PoolPolicy larger(PoolPolicy policy, Account account, long more) {
        Map<String, Long> capacity = new HashMap<>(policy.capacity());
        Map<String, DomainLimit> domains = new HashMap<>(policy.domains());
        return switch (account.scope()) {
            case POOL_CLAIMS -> policy.withMaxLiveClaims((int) (policy.maxLiveClaims() + more));
            case POOL_RESOURCE -> {
                capacity.merge(account.what(), more, Long::sum);
                yield policy.withCapacity(capacity);
            }
            case KEY_CLAIMS ->
                policy.change()
                        .fairness(policy.fairness().withLimit(account.what(), (int)
                                (policy.fairness().limits().getOrDefault(account.what(), 0) + more)))
                        .build();
            case DOMAIN_CLAIMS, DOMAIN_RESOURCE -> {
                domains.computeIfPresent(account.owner(), (name, limit) -> larger(limit, account, more));
                yield policy.withDomains(domains);
            }
            case QUARANTINED_CLAIMS,
                    QUARANTINED_RESOURCE,
                    WORKER_CLAIMS,
                    WORKER_RESOURCE,
                    COUNT,
                    RUN_OWED,
                    RUN_COUNT,
                    RUN_TIME -> throw new AssertionError("no limit of all workers");
        };
    }

    private void register(PoolId pool, Condition.WorkerOffers wanted) {
        TreeSet<String> kinds = new TreeSet<>();
        EnumSet<Guarantee> guarantees = EnumSet.noneOf(Guarantee.class);
        TreeSet<String> capabilities = new TreeSet<>();
        TreeSet<String> affinities = new TreeSet<>();
        TreeSet<DefinitionReference> definitions = new TreeSet<>();
        TreeMap<String, Long> resources = new TreeMap<>();
        wanted.like().ifPresent(like -> {
            WorkerOffer offer = live().stream()
                    .filter(worker -> worker.id().equals(like))
                    .findFirst()
                    .orElseThrow()
                    .offer();
            kinds.addAll(offer.kinds());
            guarantees.addAll(offer.guarantees());
            capabilities.addAll(offer.capabilities());
            affinities.addAll(offer.affinities());
            definitions.addAll(offer.definitions());
            resources.putAll(offer.resources());
        });
        for (Condition.Offer offer : wanted.offers()) {
            switch (offer.what()) {
                case "kind" -> kinds.add(offer.value());
                case "definition", "fingerprint" -> definitions.add(definition(offer.value()));
                case "guarantee" -> guarantees.add(Guarantee.valueOf(offer.value()));
                case "capability" -> capabilities.add(offer.value());
                case "affinity" -> affinities.add(offer.value());
                default -> resources.put(offer.value(), offer.units());
            }
        }
        register(WorkerOffer.of(newcomer(), Set.of(pool), kinds, 1)
                .change()
                .guarantees(guarantees)
                .capabilities(capabilities)
                .affinities(affinities)
                .resources(resources)
                .definitions(definitions)
                .build());
    }

    private static DefinitionReference definition(String text) {
        return IntStream.range(0, 3)
                .mapToObj(RandomPools::definition)
                .filter(each -> each.toString().equals(text))
                .findFirst()
                .orElseThrow();
    }

    private void register(WorkerOffer offer) {
        ledger.submit(new RegisterWorker(offer));
    }

    private WorkerId newcomer() {
        return new WorkerId("newcomer" + ++newcomers);
    }

    /** Another worker like one that could run the unit. */
    private WorkerOffer twin(WorkId work) {
        Unit unit = unit(work);
        WorkerOffer offer = live().stream()
                .map(WorkerRecord::offer)
                .filter(each -> each.pools().contains(unit.pool()))
                .filter(each -> unit.requirements().eligibility().fits(each))
                .filter(each -> unit.requirements().needs().demand().entrySet().stream()
                        .allMatch(need -> each.resources().getOrDefault(need.getKey(), 0L) >= need.getValue()))
                .findFirst()
                .orElseThrow();
        return offer.change().worker(newcomer()).build();
    }

    private List<WorkerRecord> live() {
        List<WorkerRecord> live = new ArrayList<>();
        for (Pool pool : ledger.ask(new ListPools())) {
            ledger.ask(new ListWorkers(pool.id())).stream()
                    .filter(worker -> worker.isLive(clock.now()) && !live.contains(worker))
                    .forEach(live::add);
        }
        return live;
    }

    /** Whether the unit is granted when all workers have claimed. */
    boolean isGranted(WorkId work) {
        PoolId pool = unit(work).pool();
        int request = 0;
        for (WorkerRecord worker : live()) {
            ledger.submit(new ClaimWork(
                    pool, worker.id(), new RequestId(9, 9, ++request), ScenarioWriter.secret("holder"), 1));
        }
        return unit(work).status() == Status.CLAIMED;
    }

    @Override
    public void close() {
        ledger.close();
    }
}
