// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What follows from a change of units, whoever made it. A reaction only appends: it never needs another lock, so that a
 * settlement, a cancel or a sweep never waits for a claim.
 */
public final class Reactions {
    private Reactions() {}

    /**
     * What the changes add to the accounts: charges of claims that began or ended, what units keep that became uncertain or
     * stopped being so, and counts by status.
     */
    public static Map<Account, Long> additions(Collection<UnitChange> changes) {
        Map<Account, Long> sums = new HashMap<>();
        for (UnitChange change : changes) {
            Unit before = change.before();
            Unit after = change.after();
            before.claim().ifPresent(claim -> Charges.add(sums, Use.of(before, claim), claim.worker(), -1));
            after.claim().ifPresent(claim -> Charges.add(sums, Use.of(after, claim), claim.worker(), 1));
            before.claim()
                    .filter(claim -> claim.fare().isPresent())
                    .ifPresent(claim -> ended(sums, before, after, claim));
            quarantine(sums, before, -1);
            quarantine(sums, after, 1);
            move(sums, before.pool(), before.status(), after.status(), 1);
        }
        sums.values().removeIf(sum -> sum == 0);
        return sums;
    }

    /** The claim cost its key run time; where the change ended it, what the run took is told. */
    private static void ended(Map<Account, Long> sums, Unit before, Unit after, Claim claim) {
        Requirements lane = before.lane();
        after.past(claim.fence())
                .ifPresent(past -> addRun(
                        sums,
                        after.pool(),
                        lane.band(),
                        lane.fairnessKey(),
                        lane.eligibility().kind(),
                        claim.fare().orElseThrow(),
                        past.endedAt().micros() - claim.claimedAt().micros()));
    }

    /**
     * Adds what follows when a claim ends whose grant was charged by run time.
     *
     * @param key the one that the claim was charged to
     * @param took microseconds from the grant to the end
     */
    public static void addRun(
            Map<Account, Long> sums, PoolId pool, int band, String key, String kind, Fare fare, long took) {
        Fares.addEnded(sums, pool, band, key, kind, fare, took);
    }

    /** One inquiry about each unit that has become uncertain, in the order of the changes; none about an inquiry. */
    public static List<NewUnit> inquiries(Collection<UnitChange> changes) {
        List<NewUnit> inquiries = new ArrayList<>(0);
        for (UnitChange change : changes) {
            Unit after = change.after();
            if (after.state() instanceof WorkState.Uncertain uncertain
                    && !(change.before().state() instanceof WorkState.Uncertain)
                    && Inquiry.of(after).isEmpty()) {
                inquiries.add(Inquiry.about(after, uncertain.fence()));
            }
        }
        return inquiries;
    }

    /** Adds what follows when {@code claims} live claims of one worker that use the same are settled as succeeded. */
    public static void addSettled(Map<Account, Long> sums, Use use, WorkerId worker, long claims) {
        Charges.add(sums, use, worker, -claims);
        move(sums, use.pool(), Status.CLAIMED, Status.SUCCEEDED, claims);
    }

    /** What one live claim adds, without the counts by status. */
    public static Map<Account, Long> charges(Use use, WorkerId worker) {
        Map<Account, Long> charges = new HashMap<>();
        Charges.add(charges, use, worker, 1);
        return charges;
    }

    /** All that a unit adds to the accounts as it is: its charges or what it keeps, and the count of its status. */
    public static Map<Account, Long> held(Unit unit) {
        Map<Account, Long> held = new HashMap<>();
        unit.claim().ifPresent(claim -> Charges.add(held, Use.of(unit, claim), claim.worker(), 1));
        quarantine(held, unit, 1);
        held.put(Account.count(unit.pool(), unit.status()), 1L);
        return held;
    }

    private static void quarantine(Map<Account, Long> sums, Unit unit, long units) {
        if (Quarantine.keeps(unit)) {
            Quarantine.add(sums, unit.requirements().needs(), units);
        }
    }

    /** Units of a pool go from one count to another. */
    static void move(Map<Account, Long> sums, PoolId pool, Status from, Status to, long units) {
        if (from != to) {
            sums.merge(Account.count(pool, from), -units, Long::sum);
            sums.merge(Account.count(pool, to), units, Long::sum);
        }
    }
}
