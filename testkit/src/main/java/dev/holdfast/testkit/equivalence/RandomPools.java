// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.BandOrder;
import dev.holdfast.core.work.DefineDomain;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DefinitionReference;
import dev.holdfast.core.work.DomainDecision;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.DomainTerms;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.Fingerprint;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Oversized;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.PolicyBuilder;
import dev.holdfast.core.work.PolicySources;
import dev.holdfast.core.work.PoolDecision;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RecordEvents;
import dev.holdfast.core.work.Source;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The pools of a history, with tight limits, and the workers that are drawn for them: of one pool, the other, or both. */
final class RandomPools {
    static final PoolId P = new PoolId("p");
    static final PoolId Q = new PoolId("q");

    /** Shared by both pools; of the second there is so little that they are always in each other's way. */
    private static final DefineDomain DEFINE_S = new DefineDomain(
            "s", new DomainTerms(new DomainLimit(OptionalLong.of(3), new TreeMap<>(Map.of("cpu", 4L)))));

    private static final DefineDomain DEFINE_T = new DefineDomain("t", new DomainTerms(DomainLimit.claims(1), 100));

    private static final DefinePool DEFINE_P = new DefinePool(
            P,
            PoolPolicy.DEFAULT
                    .withMaxLiveClaims(9)
                    .withBudgets(3, 3)
                    .withLease(Duration.ofSeconds(20))
                    .withCapacity(Map.of("cpu", 6L))
                    .withDomains(Map.of("d", DomainLimit.claims(2), "e", DomainLimit.claims(1)))
                    .change()
                    .sharedDomains(Set.of("s", "t"))
                    .bypassLimit(4)
                    .build());
    private static final DefinePool DEFINE_Q = new DefinePool(
            Q,
            PoolPolicy.DEFAULT
                    .withMaxLiveClaims(4)
                    .withBudgets(2, 2)
                    .withLease(Duration.ofSeconds(12))
                    .withSweepEvery(Duration.ofSeconds(2))
                    .withOversized(Oversized.POISON)
                    .withCapacity(Map.of("cpu", 4L, "gpu", 2L))
                    .withDomains(Map.of("f", new DomainLimit(OptionalLong.of(3), new TreeMap<>(Map.of("cpu", 3L)))))
                    .change()
                    .sharedDomains(Set.of("s", "t"))
                    .agingAfter(Duration.ofSeconds(8))
                    .build());

    /** What every history starts with. */
    static final List<Command<?>> DEFINED = List.of(DEFINE_S, DEFINE_T, DEFINE_P, DEFINE_Q);

    private final Random random;
    private final List<WorkerOffer> offers = new ArrayList<>();
    private final Map<PoolId, Integer> revisions = new HashMap<>();
    private final Map<String, Integer> domainRevisions = new HashMap<>();

    RandomPools(Random random) {
        this.random = random;
    }

    /** A pool that is there, or now and then one that is not. */
    PoolId pool() {
        int drawn = random.nextInt(100);
        return drawn == 0 ? new PoolId("nowhere") : drawn < 60 ? P : Q;
    }

    /** A pool again: as it is, with another policy, or one that asks for domains that another pool has, or had. */
    Command<?> define() {
        return switch (random.nextInt(8)) {
            case 6, 7 -> defineDomain();
            case 0 -> random.nextBoolean() ? DEFINE_P : DEFINE_Q;
            case 1 ->
                new DefinePool(
                        new PoolId("r"),
                        PoolPolicy.DEFAULT.withDomains(
                                Map.of("e", DomainLimit.claims(1), "g" + random.nextInt(3), DomainLimit.claims(1))));
            default -> revise();
        };
    }

    /** A domain again, with other terms or as it is; or one that a pool declares, or had declared; or a new one. */
    private Command<?> defineDomain() {
        DefineDomain first = switch (random.nextInt(12)) {
            case 0 -> new DefineDomain("e", new DomainTerms(DomainLimit.claims(2)));
            case 1 -> new DefineDomain("g" + random.nextInt(3), new DomainTerms(DomainLimit.claims(2)));
            case 2, 3, 4, 5 -> DEFINE_T;
            default -> DEFINE_S;
        };
        DomainLimit limit = new DomainLimit(
                random.nextInt(5) == 0 ? OptionalLong.empty() : OptionalLong.of(1 + random.nextInt(4)),
                new TreeMap<>(random.nextBoolean() ? Map.of() : Map.of("cpu", 1L + random.nextInt(5))));
        DomainTerms terms = random.nextInt(5) == 0 ? first.terms() : new DomainTerms(limit, 25 * random.nextInt(5));
        int newest = domainRevisions.getOrDefault(first.domain(), 0) + (random.nextInt(10) == 0 ? 1 : 0);
        return new DefineDomain(
                first.domain(), terms, newest == 0 ? Optional.empty() : Optional.of(newest), "ann", "tuned");
    }

    /** Mostly of the newest revision that was heard of. */
    private Command<?> revise() {
        DefinePool first = random.nextInt(3) > 0 ? DEFINE_P : DEFINE_Q;
        int newest = revisions.getOrDefault(first.pool(), 1);
        DefinePool revised = new DefinePool(first.pool(), revised(first.policy())).from(sources());
        return random.nextInt(8) == 0 ? revised : revised.replacing(newest + (random.nextInt(10) == 0 ? 1 : 0));
    }

    private PoolPolicy revised(PoolPolicy first) {
        PolicyBuilder policy = first.change();
        if (random.nextBoolean()) {
            policy.maxLiveClaims(1 + random.nextInt(10));
        }
        if (random.nextBoolean()) {
            policy.capacity(
                    random.nextInt(6) == 0
                            ? Map.of()
                            : Map.of("cpu", 2L + random.nextInt(7), "gpu", 1L + random.nextInt(2)));
        }
        if (random.nextBoolean()) {
            Map<String, DomainLimit> domains = new TreeMap<>();
            first.domains().keySet().forEach(name -> {
                if (random.nextInt(5) > 0) {
                    domains.put(name, DomainLimit.claims(1 + random.nextInt(3)));
                }
            });
            policy.domains(domains);
        }
        if (random.nextInt(4) == 0) {
            policy.sharedDomains(
                    switch (random.nextInt(4)) {
                        case 0 -> Set.of("s");
                        case 1 -> Set.of("s", "t", "g1");
                        case 2 -> Set.of("t", first.domains().firstKey().equals("f") ? "e" : "f");
                        default -> Set.of();
                    });
        }
        if (random.nextInt(4) == 0) {
            policy.oversized(random.nextBoolean() ? Oversized.RETAIN : Oversized.POISON)
                    .maxAttempts(1 + random.nextInt(4))
                    .workerLease(Duration.ofSeconds(10 + random.nextInt(10)));
        }
        if (random.nextInt(3) == 0) {
            policy.order(BandOrder.of(random.nextInt(1 + BandOrder.Shared.MOST)));
        }
        if (random.nextInt(3) == 0) {
            policy.quarantineShare(25 * random.nextInt(5)).escalateAfter(Duration.ofSeconds(1 + random.nextInt(60)));
        }
        if (random.nextInt(3) == 0) {
            policy.bypassLimit(1 + random.nextInt(20)).agingAfter(Duration.ofSeconds(1 + random.nextInt(20)));
        }
        if (random.nextInt(4) == 0) {
            policy.maxQueued(OptionalLong.of(1 + random.nextInt(20)));
        }
        if (random.nextInt(3) != 0) {
            policy.fairness(new Fairness(
                            1 + random.nextInt(3),
                            new TreeMap<>(Map.of("", 1 + random.nextInt(1_000))),
                            limits(),
                            keys(),
                            cost())
                    .with(fairnessKey(), 1 + random.nextInt(9)));
        }
        return policy.build();
    }

    /**
     * Long histories of pools that charge run time still find ledgers that tell a worker that gets nothing different reasons
     * for it: there is no room, or nothing waits. Until that is mended they are compared by scenarios and with the twin.
     */
    private static Fairness.Cost cost() {
        return Fairness.Cost.GRANT;
    }

    private Fairness.Keys keys() {
        return random.nextBoolean() ? Fairness.Keys.OPEN : Fairness.Keys.LISTED;
    }

    private String fairnessKey() {
        return "tenant\uD83D\uDE00" + (char) (0xFFE0 + random.nextInt(5));
    }

    private SortedMap<String, Integer> limits() {
        SortedMap<String, Integer> limits = new TreeMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            limits.put(
                    random.nextInt(4) == 0 ? random.nextBoolean() ? "" : Fairness.OTHER : fairnessKey(),
                    1 + random.nextInt(3));
        }
        return limits;
    }

    private PolicySources sources() {
        Source.Kind[] kinds = Source.Kind.values();
        Source common = new Source(kinds[random.nextInt(kinds.length)], "ann\\", random.nextBoolean() ? "" : "a file");
        return random.nextBoolean()
                ? PolicySources.of(common)
                : new PolicySources(
                        common, new TreeMap<>(Map.of("capacity", Source.DEFAULTS, "retry", Source.UNNAMED)));
    }

    /** What a decision says of the revision of a pool. */
    void learn(Command<?> command, Decision decision) {
        if (command instanceof DefineDomain define) {
            switch (decision) {
                case DomainDecision.Defined defined -> domainRevisions.put(define.domain(), defined.revision());
                case DomainDecision.Revised revised -> domainRevisions.put(define.domain(), revised.revision());
                case DomainDecision.Repeated repeated -> domainRevisions.put(define.domain(), repeated.revision());
                case DomainDecision.LimitConflict other -> domainRevisions.put(define.domain(), other.revision());
                default -> {}
            }
        }
        if (command instanceof DefinePool define) {
            switch (decision) {
                case PoolDecision.Defined defined -> revisions.put(define.pool(), defined.revision());
                case PoolDecision.Revised revised -> revisions.put(define.pool(), revised.revision());
                case PoolDecision.Repeated repeated -> revisions.put(define.pool(), repeated.revision());
                case PoolDecision.PolicyConflict other -> revisions.put(define.pool(), other.revision());
                default -> {}
            }
        }
    }

    /** Mostly on. */
    Command<?> record() {
        return new RecordEvents(pool(), random.nextInt(4) > 0, "ann", "somebody reads them");
    }

    Command<?> pause() {
        return new PausePool(pool(), random.nextInt(4) == 0, random.nextBoolean() ? "ann" : "bob", "busy");
    }

    /** One of three contents, of which two are of the same revision. */
    static DefinitionReference definition(int number) {
        return new DefinitionReference(
                "letter\\",
                number == 0 ? "1" : "2",
                new Fingerprint("sha-256", "holdfast-canonical-json/v1", "f" + number));
    }

    WorkerOffer offer() {
        boolean again = random.nextInt(12) == 0 && !offers.isEmpty();
        WorkerId worker = new WorkerId("w" + (offers.size() + (again ? 0 : 1)));
        Set<PoolId> pools = switch (random.nextInt(5)) {
            case 0 -> Set.of(Q);
            case 1, 2 -> Set.of(P);
            default -> Set.of(P, Q);
        };
        Set<String> kinds = switch (random.nextInt(4)) {
            case 0 -> Set.of("a", "b");
            case 1 -> Set.of("a", "b", "c");
            case 2 -> Set.of("a", "b", Inquiry.kindOf("a"), Inquiry.kindOf("c"));
            default -> Set.of("a", "b", "c", Inquiry.kindOf("a"), Inquiry.kindOf("b"), Inquiry.kindOf("c"));
        };
        WorkerOffer offer = WorkerOffer.of(worker, pools, kinds, 2 + random.nextInt(5))
                .withResources(Map.of("cpu", 1L + random.nextInt(4), "gpu", 2L));
        offer = random.nextInt(3) > 0 ? offer.withCapabilities(Set.of("x", "y")) : offer;
        offer = random.nextBoolean() ? offer.withAffinities(Set.of("near")) : offer;
        offer = random.nextBoolean() ? offer.withDefinitions(Set.of(definition(random.nextInt(3)))) : offer;
        if (random.nextInt(5) == 0) {
            offer = offer.withGuarantees(Set.of(Guarantee.AT_LEAST_ONCE, Guarantee.IDEMPOTENT));
        }
        if (!again) {
            offers.add(offer);
        }
        return offer;
    }

    /** What one of the newest workers offered. */
    WorkerOffer offered() {
        return offers.get(Math.max(0, offers.size() - 1 - random.nextInt(4)));
    }

    /** One of the newest. */
    WorkerId worker() {
        return offered().worker();
    }

    /** Mostly one of its pools. */
    PoolId pool(WorkerOffer offer) {
        List<PoolId> its = List.copyOf(offer.pools());
        return random.nextInt(12) == 0 ? pool() : its.get(random.nextInt(its.size()));
    }
}
