// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.ScheduleChange;
import dev.holdfast.core.work.SchedulePage;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.Prepared;
import dev.holdfast.jdbc.ScheduleRows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads and writes schedules. */
final class Schedules {
    private static final String FIND = "SELECT " + ScheduleRows.SELECT + " FROM $.schedule WHERE true";
    private static final String DUE = FIND + ScheduleRows.IS_DUE + DueSchedules.MOST;

    /** By its name, because there may be no row yet; names that share a number wait for each other, and no more. */
    private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('$.schedule/' || ?, 0))";

    private final Session session;

    Schedules(Session session) {
        this.session = session;
    }

    /** Locks the schedule first, whether it is there or not. */
    SchedulePage page(ScheduleId id, Optional<PoolId> wanted) throws SQLException {
        session.sql.of(LOCK).text(id.value()).first(row -> 0);
        Optional<Schedule> schedule = find(id);
        Moment now = session.now();
        Optional<PoolId> name =
                wanted.or(() -> schedule.map(known -> known.terms().pool()));
        Optional<Pool> pool =
                name.isPresent() ? new Pools(session).find(name.get()).map(Pools.Stored::pool) : Optional.empty();
        long queued = pool.isPresent() ? Accounts.queued(session, pool.get().id()) : 0;
        Optional<Unit> last = schedule.flatMap(Schedule::last).isPresent()
                ? new Units(session).find(schedule.get().last().orElseThrow())
                : Optional.empty();
        int count = session.sql
                .of("SELECT count(*) FROM $.schedule")
                .first(row -> row.integer())
                .orElseThrow();
        boolean open = last.filter(unit -> !unit.status().isEnd()).isPresent();
        return new SchedulePage(now, schedule, pool, queued, open, count);
    }

    Optional<Schedule> find(ScheduleId id) throws SQLException {
        return named(session.sql.of(FIND + " AND name = ?").text(id.value()).list(ScheduleRows::read)).stream()
                .findFirst();
    }

    /** By id; all or none. */
    List<Schedule> all() throws SQLException {
        List<Schedule> all = named(session.sql.of(FIND).list(ScheduleRows::read));
        all.sort(Comparator.comparing(Schedule::id));
        return all;
    }

    /** Those that can be read, by id. */
    List<Schedule> readable() throws SQLException {
        return ScheduleRows.readable(session.sql.of(FIND).list(ScheduleRows::find), this::poolName);
    }

    DueSchedules.Found due(DueSchedules query) throws SQLException {
        Moment now = session.now();
        List<ScheduleRows.Found> rows = session.sql
                .of(DUE)
                .moment(now)
                .text(query.after().map(ScheduleId::value).orElse(""))
                .list(ScheduleRows::find);
        Optional<Moment> next = session.sql
                .of(ScheduleRows.NEXT.formatted("$.schedule WHERE true"))
                .moment(now)
                .first(row -> row.moment());
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
        return session.known.pools.name(session, (int) number);
    }

    /** Writes what the holder of the lock may change. */
    void save(ScheduleChange change) throws SQLException {
        if (change.after().isEmpty()) {
            session.sql
                    .of("DELETE FROM $.schedule WHERE name = ?")
                    .text(change.id().value())
                    .update();
            return;
        }
        Schedule after = change.after().get();
        boolean isThere = session.sql
                .of("SELECT 1 FROM $.schedule WHERE name = ?")
                .text(after.id().value())
                .first(row -> row.integer())
                .isPresent();
        if (isThere) {
            bind("UPDATE $.schedule" + ScheduleRows.UPDATE, after).update();
        } else if (insert(after) == 0) {
            throw new SQLException("a schedule was made meanwhile", "40001");
        }
    }

    int insert(Schedule schedule) throws SQLException {
        return bind("INSERT INTO $.schedule" + ScheduleRows.INSERT + " ON CONFLICT DO NOTHING", schedule)
                .update();
    }

    private Prepared bind(String statement, Schedule schedule) throws SQLException {
        int pool = session.poolNumber(schedule.terms().pool()).orElseThrow();
        return ScheduleRows.bind(session.sql.of(statement), schedule, pool);
    }
}
