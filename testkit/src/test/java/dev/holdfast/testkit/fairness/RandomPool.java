// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.fairness;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.BandOrder;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A small pool and what is submitted to it and who works on it, all drawn from one seed. */
final class RandomPool {
    static final PoolId POOL = new PoolId("pool");
    private static final List<String> KINDS = List.of("mail", "build", "index");
    private static final List<String> RESOURCES = List.of("cpu", "gpu");

    PoolPolicy policy;
    final List<WorkerOffer> offers = new ArrayList<>();
    private final Random random;

    /**
     * Whether nobody waits for so long that room is kept for him. Where room is kept, no lane loses its last unit but by a grant:
     * when exactly a lane that waits for room is noticed to be empty is a question of what a store loads.
     */
    final boolean isPatient;

    private final int keys;
    private final int bands;
    private int submissions;

    RandomPool(Random random) {
        this.random = random;
        keys = 1 + random.nextInt(10);
        bands = 1 + random.nextInt(3);
        Map<String, Long> capacity = new HashMap<>();
        RESOURCES.forEach(resource -> {
            if (random.nextInt(3) > 0) {
                capacity.put(resource, 2L + random.nextInt(7));
            }
        });
        Map<String, DomainLimit> domains = new HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            domains.put("domain-" + i, domain());
        }
        isPatient = random.nextInt(3) == 0;
        policy = PoolPolicy.DEFAULT
                .withMaxLiveClaims(1 + random.nextInt(14))
                .withBudgets(10_000, 10_000)
                .withLease(Duration.ofHours(10))
                .withCapacity(capacity)
                .withDomains(domains)
                .change()
                .order(order())
                .bypassLimit(isPatient ? 1_000 : 1 + random.nextInt(8))
                .agingAfter(isPatient ? Duration.ofHours(1) : Duration.ofMillis(1L + random.nextInt(6_000)))
                .fairness(Fairness.EQUAL.withCost(random.nextBoolean() ? Fairness.Cost.GRANT : Fairness.Cost.RUN_TIME))
                .build();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            offers.add(offer(i));
        }
    }

    /** Other limits and weights; what units may ask for stays defined. */
    void revise() {
        Map<String, Long> capacity = new HashMap<>(policy.capacity());
        capacity.replaceAll((resource, units) -> 1L + random.nextInt(8));
        Map<String, DomainLimit> domains = new HashMap<>(policy.domains());
        domains.replaceAll((name, limit) -> {
            DomainLimit other = domain();
            Map<String, Long> resources = new TreeMap<>(limit.resources());
            resources.replaceAll((resource, units) -> 1L + random.nextInt(6));
            return new DomainLimit(other.claims(), new TreeMap<>(resources));
        });
        Fairness fairness = Fairness.EQUAL;
        for (int i = random.nextInt(4); i > 0; i--) {
            fairness = fairness.with("key-" + random.nextInt(keys), 1 + random.nextInt(7));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            fairness = fairness.withLimit(
                    random.nextInt(8) == 0 ? Fairness.OTHER : "key-" + random.nextInt(keys), 1 + random.nextInt(3));
        }
        if (random.nextBoolean()) {
            fairness = fairness.withKeys(Fairness.Keys.LISTED).with(Fairness.OTHER, 1 + random.nextInt(3));
        }
        if (random.nextBoolean()) {
            fairness = fairness.withCost(Fairness.Cost.RUN_TIME);
        }
        policy = policy.change()
                .maxLiveClaims(1 + random.nextInt(14))
                .capacity(capacity)
                .domains(domains)
                .order(order())
                .fairness(fairness)
                .build();
    }

    private BandOrder order() {
        return BandOrder.of(random.nextInt(1 + BandOrder.Shared.MOST));
    }

    private DomainLimit domain() {
        Map<String, Long> resources = random.nextBoolean() ? Map.of("cpu", 1L + random.nextInt(5)) : Map.of();
        OptionalLong claims = random.nextInt(3) > 0 ? OptionalLong.of(1L + random.nextInt(3)) : OptionalLong.empty();
        return new DomainLimit(claims, new TreeMap<>(resources));
    }

    /** The first one can run everything that fits into it. */
    private WorkerOffer offer(int number) {
        Set<String> kinds =
                number == 1 || random.nextBoolean() ? Set.copyOf(KINDS) : Set.copyOf(List.of(pick(KINDS), pick(KINDS)));
        return WorkerOffer.of(new WorkerId("worker-" + number), Set.of(POOL), kinds, 1 + random.nextInt(9))
                .withCapabilities(number == 1 || random.nextBoolean() ? Set.of("fast") : Set.of())
                .withAffinities(number == 1 ? Set.of("rack-1") : Set.of())
                .withResources(number == 1 ? Map.of("cpu", 8L, "gpu", 8L) : Map.of("cpu", 1L + random.nextInt(4)));
    }

    WorkerOffer worker() {
        return pick(offers);
    }

    Submission submission() {
        String id = "unit-" + ++submissions;
        Submission.Builder unit = Submission.of(pick(KINDS), new IdempotencyKey(id))
                .id(new WorkId(id))
                .fairnessKey(random.nextInt(12) == 0 ? "" : "key-" + random.nextInt(keys))
                .band(3 + random.nextInt(bands));
        if (random.nextInt(6) == 0) {
            unit.capabilities(Set.of("fast"));
        }
        if (random.nextInt(12) == 0) {
            unit.affinity("rack-1");
        }
        if (random.nextInt(6) == 0) {
            unit.delay(Duration.ofMillis(random.nextInt(3_000)));
        }
        if (isPatient && random.nextInt(8) == 0) {
            unit.startBy(Duration.ofMillis(1L + random.nextInt(8_000)));
        }
        addNeeds(unit);
        return unit.build();
    }

    /** Only what somebody defines; now and then more than there is. */
    private void addNeeds(Submission.Builder unit) {
        Set<String> defined = new TreeSet<>(policy.capacity().keySet());
        policy.domains().forEach((name, limit) -> {
            if (random.nextInt(4) == 0) {
                unit.domain(name);
                defined.addAll(limit.resources().keySet());
            }
        });
        for (String resource : defined) {
            if (random.nextInt(3) == 0) {
                unit.demand(resource, 1L + random.nextInt(random.nextInt(10) == 0 ? 9 : 3));
            }
        }
    }

    private <T> T pick(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }
}
