// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Misfire;
import dev.holdfast.core.work.Overlap;
import dev.holdfast.core.work.Oversized;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Recurrence;
import dev.holdfast.core.work.Retry;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The pools of a history, and what its submitters and workers look like: small limits, short times, all combinations. */
final class Setting {
    static final PoolId ALPHA = new PoolId("alpha");
    static final PoolId BETA = new PoolId("beta");

    /** Its handler takes its worker down. */
    static final Payload CRASHES = Payload.text("crashes");

    /** Its handler gives it back every time. */
    static final Payload FAILS = Payload.text("fails");

    private static final Payload WORKS = Payload.text("works");
    private static final String MEMORY = "memory";
    private static final String DISK = "disk";
    private static final String LINE = "line";
    /** Shared by both pools. */
    private static final String BANK = "bank";

    private record Promise(Guarantee guarantee, Recovery recovery) {}

    private static final List<Promise> PROMISES = List.of(
            new Promise(Guarantee.AT_LEAST_ONCE, Recovery.REDISPATCH),
            new Promise(Guarantee.AT_LEAST_ONCE, Recovery.RECONCILE_BEFORE_REDISPATCH),
            new Promise(Guarantee.IDEMPOTENT, Recovery.REDISPATCH),
            new Promise(Guarantee.IDEMPOTENT, Recovery.RECONCILE_BEFORE_REDISPATCH),
            new Promise(Guarantee.ATOMIC, Recovery.REDISPATCH),
            new Promise(Guarantee.RECONCILED, Recovery.RECONCILE_BEFORE_REDISPATCH));

    /** A time in which nobody passes over the schedules, in microseconds from the beginning. */
    record Night(long from, long to) {
        boolean includes(long time) {
            return time >= from && time < to;
        }
    }

    final SortedMap<PoolId, PoolPolicy> pools;
    final SortedMap<String, DomainLimit> sharedDomains;
    final int workers;
    final List<ScheduleId> schedules;
    final Optional<Night> night;

    Setting(SortedMap<PoolId, PoolPolicy> pools, int workers) {
        this.pools = pools;
        this.sharedDomains = new TreeMap<>();
        this.workers = workers;
        this.schedules = List.of();
        this.night = Optional.empty();
    }

    Setting(Dice dice) {
        pools = new TreeMap<>();
        sharedDomains = new TreeMap<>(
                Map.of(BANK, DomainLimit.claims(1 + dice.split(BANK).below(2))));
        workers = 2 + dice.below(3);
        PoolPolicy common = PoolPolicy.DEFAULT
                .withRetry(new Retry(Duration.ofMillis(200), 2, Duration.ofSeconds(2), 20))
                .withLease(Duration.ofSeconds(dice.between(3, 7)))
                .withSweepEvery(Duration.ofSeconds(1))
                .withOversized(dice.pick(List.of(Oversized.values())))
                .change()
                .sharedDomains(sharedDomains.keySet())
                .fairness(Fairness.EQUAL.withLimit("ann", 1).withLimit("bob", 2))
                .build();
        pools.put(
                ALPHA,
                common.change()
                        .fairness(common.fairness().withLimit("other", 3).withKeys(Fairness.Keys.LISTED))
                        .build()
                        .withMaxLiveClaims(2 + dice.below(5))
                        .withCapacity(Map.of(MEMORY, dice.between(3, 6)))
                        .withBudgets(1 + dice.below(4), 1 + dice.below(4)));
        pools.put(
                BETA,
                common.change()
                        .fairness(common.fairness().withCost(Fairness.Cost.RUN_TIME))
                        .build()
                        .withMaxLiveClaims(2 + dice.below(5))
                        .withDomains(Map.of(
                                DISK,
                                DomainLimit.claims(1 + dice.below(2)),
                                LINE,
                                new DomainLimit(OptionalLong.empty(), new TreeMap<>(Map.of(MEMORY, 3L)))))
                        .withBudgets(1 + dice.below(4), 1 + dice.below(4)));
        schedules = List.of(new ScheduleId("bills"), new ScheduleId("sums"));
        night = dice.chance(20)
                ? Optional.of(new Night(dice.between(5, 30) * Actor.SECOND, dice.between(95, 115) * Actor.SECOND))
                : Optional.empty();
    }

    /** What a schedule submits and when: every few seconds, something that every pool takes. */
    ScheduleTerms terms(Dice dice) {
        Promise promise = dice.pick(PROMISES);
        Recurrence every = new Recurrence.Every(
                Duration.ofSeconds(dice.between(2, 9)), new Moment(dice.between(0, 3) * Actor.SECOND));
        return ScheduleTerms.of(
                        dice.pick(List.copyOf(pools.keySet())),
                        ScheduleTerms.template("mail")
                                .payload(WORKS)
                                .guarantee(promise.guarantee())
                                .recovery(promise.recovery()),
                        every)
                .with(dice.pick(List.of(Overlap.values())))
                .with(new Misfire(
                        dice.pick(List.of(Misfire.Policy.values())), Duration.ofSeconds(dice.between(60, 90))));
    }

    /** Other limits and budgets for the same names. */
    static PoolPolicy revised(PoolPolicy policy, Dice dice) {
        PoolPolicy other = policy.withMaxLiveClaims(1 + dice.below(6))
                .withBudgets(1 + dice.below(4), 1 + dice.below(4))
                .withOversized(dice.pick(List.of(Oversized.values())));
        return policy.capacity().isEmpty() ? other : other.withCapacity(Map.of(MEMORY, dice.between(2, 6)));
    }

    /** What a pool has at the beginning, and again at the end. */
    PoolPolicy policy(PoolId pool) {
        return Objects.requireNonNull(pools.get(pool));
    }

    /** Needs only what the pool defines, now and then more of it than there is. */
    Submission submission(PoolId pool, String key, Dice dice) {
        Promise promise = dice.pick(PROMISES);
        Submission.Builder builder = Submission.of(dice.pick(List.of("mail", "mail", "build")), new IdempotencyKey(key))
                .payload(dice.pick(List.of(WORKS, WORKS, WORKS, WORKS, WORKS, WORKS, CRASHES, FAILS)))
                .guarantee(promise.guarantee())
                .recovery(promise.recovery())
                .fairnessKey(dice.pick(List.of("", "ann", "bob", "eve")))
                .band(dice.pick(List.of(1, 4, 4)));
        if (dice.chance(15)) {
            builder.capabilities(Set.of("gpu"));
        }
        if (dice.chance(10)) {
            builder.affinity("rack-1");
        }
        if (dice.chance(25)) {
            builder.delay(Duration.ofMillis(dice.between(1, 4_000)));
        }
        if (dice.chance(15)) {
            builder.startBy(Duration.ofMillis(dice.between(500, 15_000)));
        }
        if (dice.chance(25)) {
            builder.runLimit(Duration.ofMillis(dice.between(500, 5_000)));
        }
        if (dice.split(BANK).chance(20)) {
            builder.domain(BANK);
        } else if (dice.chance(50)) {
            addNeeds(builder, pool, dice);
        }
        return builder.build();
    }

    private static void addNeeds(Submission.Builder builder, PoolId pool, Dice dice) {
        if (pool.equals(ALPHA)) {
            builder.demand(MEMORY, dice.chance(5) ? 9 : dice.between(1, 3));
        } else if (dice.chance(50)) {
            builder.domain(DISK);
        } else {
            builder.domain(LINE).demand(MEMORY, dice.between(1, 2));
        }
    }

    /** What a worker runs that can also find out what became of such work. */
    private static Set<String> withInquiries(Set<String> kinds) {
        Set<String> all = new HashSet<>(kinds);
        kinds.forEach(kind -> all.add(Inquiry.kindOf(kind)));
        return all;
    }

    /** Of the workers, number 0 can run everything; the others have something of this and something of that. */
    WorkerOffer offer(int number, WorkerId worker, Dice dice) {
        if (number == 0) {
            return WorkerOffer.of(worker, pools.keySet(), withInquiries(Set.of("mail", "build")), 2 + dice.below(3))
                    .withCapabilities(Set.of("gpu"))
                    .withAffinities(Set.of("rack-1"))
                    .withResources(Map.of(MEMORY, 4L));
        }
        Set<PoolId> some = dice.chance(60) ? pools.keySet() : Set.of(dice.pick(List.copyOf(pools.keySet())));
        Set<String> capabilities = new HashSet<>();
        if (dice.chance(50)) {
            capabilities.add("gpu");
        }
        EnumSet<Guarantee> guarantees = EnumSet.allOf(Guarantee.class);
        if (dice.chance(30)) {
            guarantees.remove(Guarantee.RECONCILED);
        }
        Set<String> kinds = dice.chance(70) ? Set.of("mail", "build") : Set.of("mail");
        return WorkerOffer.of(worker, some, dice.chance(40) ? withInquiries(kinds) : kinds, 1 + dice.below(4))
                .withCapabilities(capabilities)
                .withGuarantees(guarantees)
                .withResources(dice.chance(80) ? Map.of(MEMORY, dice.between(1, 4)) : Map.of());
    }
}
