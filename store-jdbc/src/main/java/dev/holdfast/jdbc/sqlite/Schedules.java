// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.ScheduleChange;
import dev.holdfast.core.work.SchedulePage;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.Prepared;
import dev.holdfast.jdbc.ScheduleRows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The schedules of an authority. */
final class Schedules {
    private static final String FIND = "SELECT " + ScheduleRows.SELECT + " FROM schedule WHERE authority = ?";
    private static final String DUE = FIND + ScheduleRows.IS_DUE + DueSchedules.MOST;
    private static final String NEXT = ScheduleRows.NEXT.formatted("schedule WHERE authority = ?");

    private final Session session;

    Schedules(Session session) {
        this.session = session;
    }

    SchedulePage page(ScheduleId id, Optional<PoolId> wanted, Moment now) throws SQLException {
        Optional<Schedule> schedule = find(id);
        Optional<PoolId> name =
                wanted.or(() -> schedule.map(known -> known.terms().pool()));
        Optional<Pool> pool =
                name.isPresent() ? session.pools.find(name.get()).map(Pools.Stored::pool) : Optional.empty();
        long queued = pool.isPresent()
                ? session.accounts.used(Account.count(pool.get().id(), Status.QUEUED))
                : 0;
        Optional<Unit> last = schedule.flatMap(Schedule::last).isPresent()
                ? session.units.find(schedule.get().last().orElseThrow())
                : Optional.empty();
        int count = session.sql
                .of("SELECT count(*) FROM schedule WHERE authority = ?")
                .number(session.authority)
                .first(row -> row.integer())
                .orElseThrow();
        boolean open = last.filter(unit -> !unit.status().isEnd()).isPresent();
        return new SchedulePage(now, schedule, pool, queued, open, count);
    }

    Optional<Schedule> find(ScheduleId id) throws SQLException {
        return named(session.sql
                        .of(FIND + " AND name = ?")
                        .number(session.authority)
                        .text(id.value())
                        .list(ScheduleRows::read))
                .stream()
                .findFirst();
    }

    /** By id; all or none. */
    List<Schedule> all() throws SQLException {
        List<Schedule> all =
                named(session.sql.of(FIND).number(session.authority).list(ScheduleRows::read));
        all.sort(Comparator.comparing(Schedule::id));
        return all;
    }

    /** Those that can be read, by id. */
    List<Schedule> readable() throws SQLException {
        return ScheduleRows.readable(
                session.sql.of(FIND).number(session.authority).list(ScheduleRows::find), this::poolName);
    }

    DueSchedules.Found due(DueSchedules query, Moment now) throws SQLException {
        List<ScheduleRows.Found> rows = session.sql
                .of(DUE)
                .number(session.authority)
                .moment(now)
                .text(query.after().map(ScheduleId::value).orElse(""))
                .list(ScheduleRows::find);
        Optional<Moment> next =
                session.sql.of(NEXT).number(session.authority).moment(now).first(row -> row.moment());
        return ScheduleRows.due(now, rows, next, this::poolName);
    }

    private List<Schedule> named(List<ScheduleRows.Stored> rows) throws SQLException {
        List<Schedule> named = new ArrayList<>(rows.size());
        for (ScheduleRows.Stored row : rows) {
            named.add(ScheduleRows.named(row, this::poolName));
        }
        return named;
    }

    private PoolId poolName(long number) throws SQLException {
        return session.pools.get(number).pool().id();
    }

    void save(ScheduleChange change) throws SQLException {
        if (change.after().isEmpty()) {
            session.sql
                    .of("DELETE FROM schedule WHERE name = ? AND authority = ?")
                    .text(change.id().value())
                    .number(session.authority)
                    .update();
            return;
        }
        Schedule after = change.after().get();
        if (bind("UPDATE schedule" + ScheduleRows.UPDATE + " AND authority = ?", after)
                        .number(session.authority)
                        .update()
                == 0) {
            insert(after);
        }
    }

    void insert(Schedule schedule) throws SQLException {
        bind("INSERT INTO schedule" + ScheduleRows.INSERT_OF_AUTHORITY, schedule)
                .number(session.authority)
                .update();
    }

    private Prepared bind(String statement, Schedule schedule) throws SQLException {
        long pool = session.pools.find(schedule.terms().pool()).orElseThrow().id();
        return ScheduleRows.bind(session.sql.of(statement), schedule, pool);
    }
}
