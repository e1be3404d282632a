// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the grants of one round cost their keys, by {@link Fairness.Cost}, and what ended claims still owe.
 *
 * <p>Where run time is charged, a grant costs the expected run time of its kind, which is the mean of those that ended lately,
 * times the share of the pool that it takes. A claim that ends adds what it took longer, or shorter, to what its key owes.
 * These additions commute, so that whoever ends a claim needs no lock. The next round of a claim moves the tags on by what
 * their keys owe before it looks at any order.
 */
final class Fares {
    /** So many runs count fully for the mean of their kind; when there are as many again, all of them count for half. */
    private static final long REMEMBERED = 32;

    private final Pool pool;
    private final ClaimPage page;
    private final boolean byRunTime;
    private final Map<Long, Fare> known = new HashMap<>();
    private final List<Fare> granted = new ArrayList<>();
    private final Set<String> kinds = new HashSet<>();

    Fares(Pool pool, ClaimPage page) {
        this.pool = pool;
        this.page = page;
        this.byRunTime = pool.chargesRunTime();
    }

    /** What each grant of the lane adds to the tag of its key. */
    long cost(ClaimPage.LaneView lane) {
        Fairness fairness = pool.policy().fairness();
        return byRunTime ? fare(lane).cost() : FairOrder.GRANT / fairness.weight(lane.key());
    }

    private Fare fare(ClaimPage.LaneView lane) {
        return known.computeIfAbsent(
                lane.lane(),
                number -> Fare.of(
                        expected(lane.kind()),
                        share(lane.needs()),
                        pool.policy().fairness().weight(lane.key())));
    }

    private long expected(String kind) {
        long runs = page.usedOf(Account.runs(pool.id(), kind));
        return runs <= 0
                ? Moment.micros(pool.policy().claimLease())
                : page.usedOf(Account.runTime(pool.id(), kind)) / runs;
    }

    /** The largest share of anything that the pool limits, in millionths; all of it in a pool without capacity. */
    private long share(Needs needs) {
        PoolPolicy policy = pool.policy();
        if (policy.capacity().isEmpty()) {
            return Fare.WHOLE;
        }
        long most = Fare.WHOLE / policy.maxLiveClaims();
        for (Map.Entry<String, Long> each : needs.demand().entrySet()) {
            long capacity = policy.limitOf(Account.poolResource(pool.id(), each.getKey()));
            most = Math.max(most, share(each.getValue(), capacity));
        }
        return Math.max(1, most);
    }

    private static long share(long demand, long capacity) {
        if (demand >= capacity) {
            return Fare.WHOLE;
        }
        return demand <= Long.MAX_VALUE / Fare.WHOLE
                ? demand * Fare.WHOLE / capacity
                : demand / (capacity / Fare.WHOLE);
    }

    void granted(ClaimPage.LaneView lane) {
        if (byRunTime) {
            granted.add(fare(lane));
            kinds.add(lane.kind());
        }
    }

    /** Of the granted units, in order; none where grants are charged alike. */
    List<Fare> granted() {
        return granted;
    }

    /**
     * The tags of the keys that owe something, and in {@code additions} that they do not any more. A debt counts from where the
     * key would enter now, so that it outlives an idle time; a credit never brings a key behind the clock.
     */
    List<ClaimStep.KeyTag> corrected(Map<Account, Long> additions) {
        if (!byRunTime) {
            return List.of();
        }
        List<ClaimStep.KeyTag> tags = new ArrayList<>();
        for (ClaimPage.Owed owed : page.owed()) {
            long clock = pool.clocks().get(owed.band());
            long tag = Math.max(clock, Math.max(owed.tag(), clock) + owed.amount());
            tags.add(new ClaimStep.KeyTag(owed.band(), owed.key(), tag));
            additions.merge(Account.owed(pool.id(), owed.band(), owed.key()), -owed.amount(), Long::sum);
        }
        return tags;
    }

    /** The means forget: of a kind with many runs all count for half from now on. */
    void forget(Map<Account, Long> additions) {
        for (String kind : kinds) {
            Account count = Account.runs(pool.id(), kind);
            Account time = Account.runTime(pool.id(), kind);
            if (page.usedOf(count) >= 2 * REMEMBERED) {
                additions.merge(count, -(page.usedOf(count) / 2), Long::sum);
                additions.merge(time, -(page.usedOf(time) / 2), Long::sum);
            }
        }
    }

    /**
     * What is told of a claim that ends: how long a run of its kind took, and what its key owes for it.
     *
     * @param took microseconds from the grant to the end
     */
    static void addEnded(
            Map<Account, Long> sums, PoolId pool, int band, String key, String kind, Fare fare, long took) {
        long within = Fare.within(took);
        sums.merge(Account.owed(pool, band, key), fare.correction(within), Long::sum);
        sums.merge(Account.runs(pool, kind), 1L, Long::sum);
        sums.merge(Account.runTime(pool, kind), within, Long::sum);
    }
}
