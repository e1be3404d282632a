// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.States;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Finds units in the order of their admission: from each pool and status the first, by whatever index has them, merged.
 */
final class FoundWork {
    private static final String CLAIMED =
            "SELECT seq FROM work WHERE pool = ? AND held_by IS NOT NULL AND seq > ? ORDER BY seq LIMIT ?";
    static final String CLAIMED_BY =
            "SELECT seq FROM work WHERE pool = ? AND seq > ? AND held_by = ? ORDER BY seq LIMIT ?";
    private static final String SUCCEEDED =
            "SELECT seq FROM work NOT INDEXED WHERE pool = ? AND state = 3 AND seq > ? ORDER BY seq LIMIT ?";
    static final String UNUSUAL = """
        SELECT seq FROM work INDEXED BY work_unusual
        WHERE pool = ? AND unusual = ? AND seq > ? ORDER BY seq LIMIT ?\
        """;

    /** Nothing queued stands before the first unit of each lane: passes over all that was settled long ago. */
    private static final String FIRST_QUEUED = """
        SELECT min(
          (SELECT coalesce(min((SELECT min(w.seq) FROM work w WHERE w.waits_in = l.id)), 9223372036854775807)
           FROM lane l WHERE l.pool = ?1),
          (SELECT coalesce(min(seq), 9223372036854775807) FROM work WHERE pool = ?1 AND due_at IS NOT NULL))\
        """;

    private static final String QUEUED =
            "SELECT seq FROM work NOT INDEXED WHERE pool = ? AND state = 0 AND seq > ? ORDER BY seq LIMIT ?";

    private final Session session;
    private final FindWork query;

    FoundWork(Session session, FindWork query) {
        this.session = session;
        this.query = query;
    }

    FindWork.Found find() throws SQLException {
        TreeSet<Long> found = new TreeSet<>();
        for (Pools.Stored pool : pools()) {
            for (Status status : query.statuses()) {
                found.addAll(find(pool.id(), status));
            }
        }
        List<Long> page = found.stream().limit(query.limit()).toList();
        List<Unit> units = session.units.readable(page);
        return new FindWork.Found(
                units, found.size() > page.size() ? OptionalLong.of(page.getLast()) : OptionalLong.empty());
    }

    private List<Pools.Stored> pools() throws SQLException {
        return query.pool().isPresent()
                ? session.pools.find(query.pool().get()).stream().toList()
                : session.pools.all();
    }

    private List<Long> find(long pool, Status status) throws SQLException {
        long after = query.after();
        long most = query.limit() + 1L;
        if (query.worker().isPresent()) {
            return status == Status.CLAIMED ? claimedBy(pool, after, most) : List.of();
        }
        return switch (status) {
            case QUEUED -> list(QUEUED, pool, Math.max(after, firstQueued(pool) - 1), most);
            case CLAIMED -> list(CLAIMED, pool, after, most);
            case SUCCEEDED -> list(SUCCEEDED, pool, after, most);
            case HELD, UNCERTAIN, FAILED, CANCELLED, POISONED ->
                session.sql
                        .of(UNUSUAL)
                        .number(pool)
                        .number(States.number(status))
                        .number(after)
                        .number(most)
                        .list(row -> row.number());
        };
    }

    private List<Long> list(String statement, long pool, long after, long most) throws SQLException {
        return session.sql.of(statement).number(pool).number(after).number(most).list(row -> row.number());
    }

    private List<Long> claimedBy(long pool, long after, long most) throws SQLException {
        var worker = session.workers.find(query.worker().orElseThrow());
        return worker.isEmpty()
                ? new ArrayList<>()
                : session.sql
                        .of(CLAIMED_BY)
                        .number(pool)
                        .number(after)
                        .number(worker.get().id())
                        .number(most)
                        .list(row -> row.number());
    }

    private long firstQueued(long pool) throws SQLException {
        return session.sql
                .of(FIRST_QUEUED)
                .number(pool)
                .first(row -> row.number())
                .orElse(0L);
    }
}
