// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.work.Account;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares what accounts say with what there is to count. */
public final class AccountFindings {
    private AccountFindings() {}

    /** What has to be added to each account so that it is right, of those that can be counted again; right ones are left out. */
    public static Map<Account, Long> missing(Map<Account, Long> counted, Map<Account, Long> actual) {
        Map<Account, Long> missing = new TreeMap<>(actual);
        counted.forEach((account, amount) -> missing.merge(account, -amount, Long::sum));
        missing.values().removeIf(amount -> amount == 0);
        missing.keySet().removeIf(account -> !account.scope().isCountable());
        return missing;
    }

    /**
     * One finding for each account that is wrong.
     *
     * @param most how many are told at most
     */
    public static List<Finding> of(Map<Account, Long> counted, Map<Account, Long> actual, int most, String advice) {
        List<Finding> findings = new ArrayList<>();
        for (Account account : missing(counted, actual).keySet()) {
            if (findings.size() < most) {
                String problem = account + ": counted " + counted.getOrDefault(account, 0L) + ", are "
                        + actual.getOrDefault(account, 0L);
                findings.add(new Finding("counter", problem, advice));
            }
        }
        return findings;
    }
}
