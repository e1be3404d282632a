// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.Map;

/**
 * What uncertain work keeps of its domains. A run that may still be going on outside, of a unit whose effect has to be
 * reconciled, goes on using what its domains stand for; so its slots are not given to others: they are quarantined until
 * the unit is no longer uncertain, by whatever way.
 *
 * <p>All of it is counted, in accounts of its own. Of what is counted, only a share of each limit is kept from others, so
 * that a domain never stands still altogether; what lies beyond is free again, and shown. That is decided by the counts
 * alone, by whoever looks at a limit: nobody has to be there in the moment when a unit becomes uncertain or stops being so.
 */
public final class Quarantine {
    /** Half of a domain: the other half goes on, however much is uncertain. */
    static final int DEFAULT_SHARE = 50;

    /** A whole domain. */
    static final int WHOLE = 100;

    private Quarantine() {}

    /** @throws IllegalArgumentException when there can be no such share */
    static void checkShare(int share) {
        if (share < 0 || share > WHOLE) {
            throw new IllegalArgumentException("quarantineShare is 0 to 100 percent, not " + share);
        }
    }

    /** Whether a unit keeps its domains now. */
    static boolean keeps(Unit unit) {
        return unit.state() instanceof WorkState.Uncertain
                && isKept(unit.requirements().eligibility());
    }

    /** Whether uncertain units of this eligibility keep their domains. */
    public static boolean isKept(Eligibility eligibility) {
        return eligibility.guarantee() == Guarantee.RECONCILED;
    }

    /** Adds what {@code units} uncertain units of equal needs keep, or gives it back when {@code units} is negative. */
    public static void add(Map<Account, Long> sums, Needs needs, long units) {
        for (String domain : needs.domains()) {
            sums.merge(Account.quarantinedClaims(domain), units, Long::sum);
            needs.demand()
                    .forEach((resource, amount) ->
                            sums.merge(Account.quarantinedResource(domain, resource), units * amount, Long::sum));
        }
    }

    /**
     * How much of a limit may be quarantined: never less than one.
     *
     * @param share percent of the limit, 0 to 100
     */
    static long most(long limit, int share) {
        return limit == Long.MAX_VALUE ? limit : Math.max(1, limit / WHOLE * share + limit % WHOLE * share / WHOLE);
    }
}
