// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * What follows from a change of units, whoever made it. A reaction only appends: it never needs another lock, so that a
 * settlement, a cancel or a sweep never waits for a claim.
 */
public final class Reactions {
    private Reactions() {}

    /** What the changes add to the accounts: charges of claims that began or ended, and counts by status. */
    public static Map<Account, Long> additions(Collection<UnitChange> changes) {
        Map<Account, Long> sums = new HashMap<>();
        for (UnitChange change : changes) {
            Unit before = change.before();
            Unit after = change.after();
            before.claim()
                    .ifPresent(claim -> Charges.add(
                            sums, before.pool(), before.requirements().needs(), claim.worker(), -1));
            after.claim()
                    .ifPresent(claim ->
                            Charges.add(sums, after.pool(), after.requirements().needs(), claim.worker(), 1));
            if (before.status() != after.status()) {
                sums.merge(Account.count(before.pool(), before.status()), -1L, Long::sum);
                sums.merge(Account.count(after.pool(), after.status()), 1L, Long::sum);
            }
        }
        sums.values().removeIf(sum -> sum == 0);
        return sums;
    }
}
