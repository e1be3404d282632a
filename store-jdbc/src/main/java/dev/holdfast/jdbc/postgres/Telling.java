// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Status;
import dev.holdfast.jdbc.AccountText;
import dev.holdfast.jdbc.States;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What a transaction tells the pools whose lock it does not hold: one row in the inbox of each. Appending waits for
 * nobody.
 */
final class Telling {
    /** Number of units by status, in the order of the state numbers; HELD, beyond them, is kept as an account. */
    static final int STATES = States.POISONED + 1;

    private static final String INSERT =
            "INSERT INTO $.inbox (pool, lanes, heads, counts, accounts, amounts) VALUES (?, ?, ?, ?, ?, ?)";

    @SuppressWarnings("ArrayRecordComponent") // counted up in place; nobody compares them
    private record Entry(Map<Long, Long> heads, long[] counts, Map<String, Long> amounts) {
        boolean isEmpty() {
            return heads.isEmpty()
                    && amounts.isEmpty()
                    && IntStream.range(0, STATES).allMatch(i -> counts[i] == 0);
        }
    }

    private final Session session;
    private final Map<Integer, Entry> entries = new TreeMap<>();

    Telling(Session session) {
        this.session = session;
    }

    private Entry entry(int pool) {
        return entries.computeIfAbsent(pool, number -> new Entry(new TreeMap<>(), new long[STATES], new TreeMap<>()));
    }

    /** A due unit has entered its lane. */
    void entered(int pool, long lane, long sequence) {
        entry(pool).heads().merge(lane, sequence, Math::min);
    }

    /**
     * Additions to accounts. Those of a worker are kept with the pool that they come from.
     *
     * @param pool the one whose units changed
     */
    void add(int pool, Map<Account, Long> additions) {
        Entry entry = entry(pool);
        additions.forEach((account, amount) -> {
            switch (account.scope()) {
                case POOL_CLAIMS -> {} // the number of claimed units says the same
                case COUNT -> add(entry, account, amount);
                case POOL_RESOURCE,
                        KEY_CLAIMS,
                        DOMAIN_CLAIMS,
                        DOMAIN_RESOURCE,
                        QUARANTINED_CLAIMS,
                        QUARANTINED_RESOURCE,
                        WORKER_CLAIMS,
                        WORKER_RESOURCE,
                        RUN_OWED,
                        RUN_COUNT,
                        RUN_TIME -> entry.amounts().merge(AccountText.write(account), amount, Long::sum);
            }
        });
    }

    private static void add(Entry entry, Account count, long amount) {
        if (isColumn(count)) {
            entry.counts()[stateOf(count)] += amount;
        } else {
            entry.amounts().merge(AccountText.write(count), amount, Long::sum);
        }
    }

    /** Whether a count has a place among the counts of a pool's log. */
    static boolean isColumn(Account count) {
        return stateOf(count) < STATES;
    }

    static int stateOf(Account count) {
        return States.number(Status.valueOf(count.what().toUpperCase(Locale.ROOT)));
    }

    /** The accounts of a pool that are counts: units by status, and its live claims. */
    static Map<Account, Long> accounts(PoolId pool, long[] counts) {
        Map<Account, Long> accounts = new TreeMap<>();
        for (int state = 0; state < STATES; state++) {
            if (counts[state] != 0) {
                accounts.put(Account.count(pool, States.status(state)), counts[state]);
            }
        }
        if (counts[States.CLAIMED] != 0) {
            accounts.put(Account.poolClaims(pool), counts[States.CLAIMED]);
        }
        return accounts;
    }

    void write() throws SQLException {
        for (Map.Entry<Integer, Entry> each : entries.entrySet()) {
            Entry entry = each.getValue();
            entry.amounts().values().removeIf(amount -> amount == 0);
            if (!entry.isEmpty()) {
                session.makesClaimable(entry.heads().isEmpty() ? Wakes.Cause.CAPACITY : Wakes.Cause.WORK);
                List<Long> lanes = new ArrayList<>(entry.heads().keySet());
                List<String> accounts = new ArrayList<>(entry.amounts().keySet());
                session.sql
                        .of(INSERT)
                        .integer(each.getKey())
                        .array(lanes.toArray(Long[]::new))
                        .array(entry.heads().values().toArray(Long[]::new))
                        .array(entry.counts())
                        .array(accounts.toArray(String[]::new))
                        .array(entry.amounts().values().toArray(Long[]::new))
                        .update();
            }
        }
    }
}
