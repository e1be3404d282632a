// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Moment;
import dev.holdfast.jdbc.PolicyText;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Makes partitions of history ahead and drops old ones, each day in a transaction of its own. Days are those of UTC, by the
 * server's clock. What is in the partition for everything else is moved when a day of its own is made for it, and is
 * forgotten like everything else when it is old.
 */
final class Retention {
    static final int DAYS_AHEAD = 35;

    /** @param kept how long units are kept */
    private record Plan(LocalDate today, Duration kept, List<LocalDate> days) {
        /** The first day that is not forgotten. */
        LocalDate cutoff() {
            // A day more: of the day on which the time is over, some units are younger.
            return today.minusDays(kept.plusDays(1).minusNanos(1).toDays());
        }
    }

    private final Upkeep upkeep;

    Retention(Upkeep upkeep) {
        this.upkeep = upkeep;
    }

    PostgresMaintenance.Retained run(Duration keep) {
        Plan plan = upkeep.read(session -> plan(session, keep));
        int made = 0;
        for (LocalDate day :
                plan.today().datesUntil(plan.today().plusDays(DAYS_AHEAD + 1L)).toList()) {
            if (!plan.days().contains(day)) {
                made += upkeep.write(session -> new HistoryDays(session).make(day)) ? 1 : 0;
            }
        }
        long units = 0;
        Optional<LocalDate> oldest = upkeep.read(Retention::oldestElsewhere);
        while (oldest.isPresent() && oldest.get().isBefore(plan.cutoff())) {
            LocalDate end = oldest.get().plusDays(1);
            units += upkeep.write(session -> Forgetting.elsewhere(session, end).run());
            oldest = upkeep.read(Retention::oldestElsewhere);
        }
        int dropped = 0;
        for (LocalDate day : plan.days()) {
            if (day.isBefore(plan.cutoff())) {
                units += upkeep.write(session -> Forgetting.day(session, day).run());
                dropped++;
            }
        }
        long before = HistoryDays.micros(plan.cutoff());
        if (units > 0) {
            upkeep.write(session -> Forgetting.requests(session, before));
        }
        upkeep.write(session -> Feed.forget(session, before));
        return new PostgresMaintenance.Retained(plan.kept(), made, dropped, units, attempts(before));
    }

    private long attempts(long before) {
        long all = 0;
        long page = 1;
        while (page > 0) {
            page = upkeep.write(session -> AttemptForgetting.before(session, before));
            all += page;
        }
        return all;
    }

    private static Plan plan(Session session, Duration keep) throws SQLException {
        Duration kept =
                session
                        .sql
                        .of("SELECT policy FROM $.pool")
                        .list(row -> PolicyText.read(row.text()).keysFor())
                        .stream()
                        .max(Comparator.naturalOrder())
                        .filter(keys -> keys.compareTo(keep) > 0)
                        .orElse(keep);
        long now = session.sql
                .of("SELECT $.now_v1(NULL)")
                .first(row -> row.number())
                .orElseThrow();
        return new Plan(day(now), kept, new HistoryDays(session).all());
    }

    private static Optional<LocalDate> oldestElsewhere(Session session) throws SQLException {
        OptionalLong oldest = session.sql
                .of("SELECT min(state_at) FROM $.unit_history_other")
                .first(row -> row.optionalNumber())
                .orElse(OptionalLong.empty());
        return oldest.isPresent() ? Optional.of(day(oldest.getAsLong())) : Optional.empty();
    }

    private static LocalDate day(long micros) {
        return new Moment(micros).toInstant().atZone(ZoneOffset.UTC).toLocalDate();
    }
}
