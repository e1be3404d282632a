// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.Pool;
import dev.holdfast.jdbc.AccountText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a claim of a pool that charges run time looks at besides: how long runs took, what keys owe, and where these stand. It
 * costs such a pool one statement for each load, another where keys owe something, and one that keeps the fares of what is
 * granted. No other pool pays anything.
 */
final class RunTimes {
    /** All accounts of run times begin alike, and stand side by side. */
    private static final String PREFIX = "RUN_";

    private static final String BEHIND = "RUN`";
    private static final String AMOUNTS =
            "SELECT g.account, g.used FROM $.account_log g WHERE g.pool = ? AND g.account >= ? AND g.account < ?";
    private static final String KEYS = """
        SELECT k.band, k.name, k.id, t.tag FROM unnest(?, ?) z (band, name)
        JOIN $.fairness_key k ON k.pool = ? AND k.band = z.band AND k.name = z.name
        CROSS JOIN LATERAL (
            SELECT t.tag FROM $.lane l CROSS JOIN LATERAL (
                SELECT t.tag FROM $.turn t WHERE t.lane = l.id ORDER BY t.lane DESC, t.n DESC LIMIT 1
            ) t WHERE l.fairness_key = k.id LIMIT 1
        ) t\
        """;
    /** Before the units are claimed, in the order in which all lock them. */
    private static final String FARES = """
        UPDATE $.unit u SET fare_for = z.fare_for, fare = z.fare FROM (
            SELECT w.seq, w.fare_for, w.fare FROM unnest(?, ?, ?) w (seq, fare_for, fare) ORDER BY w.seq
        ) z WHERE u.seq = z.seq AND u.state = 0\
        """;

    private record Place(long number, long tag) {}

    private final Map<Account, Long> amounts = new HashMap<>();
    private final Map<ClaimSave.BandKey, Place> keys = new HashMap<>();

    private RunTimes() {}

    static RunTimes of(Session session, Pool pool, int number, ClaimLoad.Fold fold) throws SQLException {
        RunTimes times = new RunTimes();
        if (!pool.chargesRunTime()) {
            return times;
        }
        session.sql
                .of(AMOUNTS)
                .integer(number)
                .text(PREFIX)
                .text(BEHIND)
                .each(row -> times.amounts.put(AccountText.read(row.text()), row.number()));
        for (int i = 0; i < fold.accounts().length; i++) {
            if (fold.accounts()[i].startsWith(PREFIX)) {
                times.amounts.merge(AccountText.read(fold.accounts()[i]), fold.amounts()[i], Long::sum);
            }
        }
        times.amounts.values().removeIf(amount -> amount == 0);
        times.findKeys(session, number);
        return times;
    }

    private void findKeys(Session session, int number) throws SQLException {
        List<ClaimPage.Owed> owed = owed();
        if (owed.isEmpty()) {
            return;
        }
        session.sql
                .of(KEYS)
                .array(owed.stream().map(ClaimPage.Owed::band).toArray(Integer[]::new))
                .array(owed.stream().map(ClaimPage.Owed::key).toArray(String[]::new))
                .integer(number)
                .each(row -> keys.put(
                        new ClaimSave.BandKey(row.integer(), row.text()), new Place(row.number(), row.number())));
    }

    void addTo(Map<Account, Long> used) {
        used.putAll(amounts);
    }

    List<ClaimPage.Owed> owed() {
        List<ClaimPage.Owed> owed = new ArrayList<>();
        amounts.forEach((account, amount) -> {
            if (account.scope() == Account.Scope.RUN_OWED) {
                ClaimPage.Owed key = ClaimPage.Owed.of(account, amount);
                owed.add(key.at(tag(key)));
            }
        });
        return owed;
    }

    private long tag(ClaimPage.Owed owed) {
        return Optional.ofNullable(keys.get(new ClaimSave.BandKey(owed.band(), owed.key())))
                .map(Place::tag)
                .orElse(ClaimPage.Owed.UNKNOWN);
    }

    /** The store's numbers of the keys that owe something. */
    Map<ClaimSave.BandKey, Long> numbers() {
        Map<ClaimSave.BandKey, Long> numbers = new HashMap<>();
        keys.forEach((key, place) -> numbers.put(key, place.number()));
        return numbers;
    }

    /** Keeps what each grant cost with the unit that is about to be claimed. */
    static void keepFares(Session session, ClaimStep.ClaimChanges changes) throws SQLException {
        int count = changes.fares().size();
        if (count == 0) {
            return;
        }
        long[] expected = new long[count];
        long[] cost = new long[count];
        for (int i = 0; i < count; i++) {
            expected[i] = changes.fares().get(i).expected();
            cost[i] = changes.fares().get(i).cost();
        }
        session.sql
                .of(FARES)
                .array(changes.sequences())
                .array(expected)
                .array(cost)
                .update();
    }
}
