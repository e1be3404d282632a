// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Explain;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What can be seen when a forecast is over. */
final class Ending {
    /** Waiting units that are alike: a lane, and how many are in it. */
    private record Alike(PoolId pool, String key, int band, Eligibility eligibility, Needs needs) {
        static Alike of(Unit unit) {
            return new Alike(
                    unit.pool(),
                    unit.requirements().fairnessKey(),
                    unit.requirements().band(),
                    unit.requirements().eligibility(),
                    unit.requirements().needs());
        }
    }

    private final Ledger ledger;
    private final Books books;

    Ending(Ledger ledger, Books books) {
        this.ledger = ledger;
        this.books = books;
    }

    Outlook outlook(Moment start, Moment last) {
        return new Outlook(
                start, last, books.outlooks(), starved(), isEmpty() ? Optional.of(last.since(start)) : none());
    }

    private static Optional<Duration> none() {
        return Optional.empty();
    }

    private boolean isEmpty() {
        return ledger.ask(new ListPools()).stream()
                .flatMap(pool -> ledger.ask(new ShowPool(pool.id())).stream())
                .allMatch(pool ->
                        pool.count(Status.QUEUED) + pool.count(Status.CLAIMED) + pool.count(Status.UNCERTAIN) == 0);
    }

    private List<Starved> starved() {
        Map<Alike, List<Unit>> lanes = new LinkedHashMap<>();
        books.waiting()
                .forEach(unit -> lanes.computeIfAbsent(Alike.of(unit), lane -> new ArrayList<>())
                        .add(unit));
        List<Starved> starved = new ArrayList<>();
        lanes.forEach((lane, units) -> {
            Unit oldest = units.getFirst();
            ledger.ask(new Explain(oldest.id()))
                    .ifPresent(
                            why -> starved.add(new Starved(lane.pool(), lane.key(), units.size(), oldest.id(), why)));
        });
        starved.sort(Comparator.comparing(Starved::pool).thenComparing(Starved::key));
        return starved;
    }
}
