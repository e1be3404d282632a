// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Unit;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Who waited how long: kept of the units that were queued at the start, until their first grant. */
final class Books {
    private record Name(PoolId pool, String key) implements Comparable<Name> {
        @Override
        public int compareTo(Name other) {
            int byPool = pool.compareTo(other.pool);
            return byPool != 0 ? byPool : key.compareTo(other.key);
        }
    }

    private record Band(PoolId pool, int band) {}

    private static final class Account {
        private final int weight;
        private long queued;
        private long missed;
        private final List<Long> waits = new ArrayList<>();

        Account(int weight) {
            this.weight = weight;
        }
    }

    private final Moment start;
    private final Map<Name, Account> accounts = new TreeMap<>();
    private final Map<Band, Turns> turns = new HashMap<>();
    private final Map<WorkId, Unit> waiting = new LinkedHashMap<>();
    private final Map<WorkId, Turns> due = new HashMap<>();

    Books(Moment start) {
        this.start = start;
    }

    void queued(Unit unit, Fairness fairness) {
        String key = key(unit);
        int weight = fairness.weights().getOrDefault(key, fairness.defaultWeight());
        accounts.computeIfAbsent(new Name(unit.pool(), key), name -> new Account(weight)).queued++;
        waiting.put(unit.id(), unit);
    }

    void due(WorkId work) {
        Unit unit = waiting.get(work);
        if (unit != null && !due.containsKey(work)) {
            Turns ofBand = turns.computeIfAbsent(
                    new Band(unit.pool(), unit.requirements().band()), band -> new Turns());
            ofBand.arrive(key(unit), account(unit).weight);
            due.put(work, ofBand);
        }
    }

    void granted(WorkId work, Moment at) {
        due(work);
        Unit unit = waiting.remove(work);
        Turns ofBand = due.remove(work);
        if (unit != null && ofBand != null) {
            account(unit).waits.add(Moment.micros(at.since(start)));
            ofBand.grant(key(unit));
        }
    }

    /** It ended without having been granted. */
    void missed(WorkId work) {
        Unit unit = waiting.remove(work);
        Turns ofBand = due.remove(work);
        if (unit != null) {
            account(unit).missed++;
        }
        if (unit != null && ofBand != null) {
            ofBand.leave(key(unit));
        }
    }

    /** Those that were not granted so far, in the order of their admission. */
    Collection<Unit> waiting() {
        return waiting.values();
    }

    List<KeyOutlook> outlooks() {
        Map<Name, double[]> shares = new HashMap<>();
        turns.forEach((band, ofBand) -> ofBand.shares().forEach((key, share) -> {
            double[] sum = shares.computeIfAbsent(new Name(band.pool(), key), name -> new double[3]);
            sum[0] += share.contended();
            sum[1] += share.got();
            sum[2] += share.expected();
        }));
        List<KeyOutlook> outlooks = new ArrayList<>();
        accounts.forEach(
                (name, account) -> outlooks.add(outlook(name, account, shares.getOrDefault(name, new double[3]))));
        return outlooks;
    }

    private static KeyOutlook outlook(Name name, Account account, double[] share) {
        long[] waits = account.waits.stream().mapToLong(wait -> wait).toArray();
        Arrays.sort(waits);
        long of = account.queued - account.missed;
        return new KeyOutlook(
                name.pool(),
                name.key(),
                account.weight,
                account.queued,
                waits.length,
                account.missed,
                of - waits.length,
                wait(waits, of, 50),
                wait(waits, of, 99),
                wait(waits, of, 100),
                part(share[1], share[0]),
                part(share[2], share[0]));
    }

    private static OptionalDouble part(double of, double all) {
        return all == 0 ? OptionalDouble.empty() : OptionalDouble.of(of / all);
    }

    private static Optional<Duration> wait(long[] sorted, long of, int percent) {
        long place = Math.max(1, Math.ceilDiv(of * percent, 100)) - 1;
        return place < sorted.length
                ? Optional.of(Duration.of(sorted[(int) place], ChronoUnit.MICROS))
                : Optional.empty();
    }

    private Account account(Unit unit) {
        Account account = accounts.get(new Name(unit.pool(), key(unit)));
        if (account == null) {
            throw new IllegalStateException("unit " + unit.id() + " was not queued at the start");
        }
        return account;
    }

    private static String key(Unit unit) {
        Requirements asked = unit.requirements();
        return asked.fairnessKey();
    }
}
