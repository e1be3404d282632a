// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.work.Account;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Amounts that only change by additions; an account of nothing is not kept. */
final class MemoryAccounts {
    private final Map<Account, Long> amounts = new HashMap<>();

    void add(Map<Account, Long> additions) {
        additions.forEach(this::add);
    }

    void add(Account account, long amount) {
        if (amounts.merge(account, amount, Long::sum) == 0) {
            amounts.remove(account);
        }
    }

    /** As they are now, and as they will be. */
    Map<Account, Long> view() {
        return Collections.unmodifiableMap(amounts);
    }

    /** As they are now, in order. */
    Map<Account, Long> copy(Predicate<Account> wanted) {
        Map<Account, Long> copy = new TreeMap<>(amounts);
        copy.keySet().removeIf(wanted.negate());
        return copy;
    }
}
