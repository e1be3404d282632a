// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.States;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

/** Finds units in the order of their admission: from each pool and status the first, merged. */
final class FoundWork {
    private static final String HELD =
            "SELECT seq FROM $.unit WHERE pool = ? AND state = 7 AND seq > ? ORDER BY seq LIMIT ?";
    private static final String QUEUED =
            "SELECT seq FROM $.unit WHERE pool = ? AND state IN (0, 9) AND seq > ? ORDER BY seq LIMIT ?";
    private static final String CLAIMED =
            "SELECT seq FROM $.unit WHERE pool = ? AND state = 1 AND seq > ? ORDER BY seq LIMIT ?";
    private static final String CLAIMED_BY = """
        SELECT seq FROM $.unit
        WHERE pool = ? AND seq > ? AND worker = ? AND state = 1 ORDER BY seq LIMIT ?\
        """;
    private static final String UNCERTAIN =
            "SELECT seq FROM $.unit WHERE pool = ? AND state = 2 AND seq > ? ORDER BY seq LIMIT ?";
    private static final String SUCCEEDED =
            "SELECT seq FROM $.unit_history WHERE pool = ? AND state = 3 AND seq > ? ORDER BY seq LIMIT ?";
    private static final String UNUSUAL = """
        SELECT seq FROM $.unit_history
        WHERE pool = ? AND state <> 3 AND seq > ? AND state = ? ORDER BY seq LIMIT ?\
        """;

    private final Session session;
    private final FindWork query;

    FoundWork(Session session, FindWork query) {
        this.session = session;
        this.query = query;
    }

    FindWork.Found find() throws SQLException {
        TreeSet<Long> found = new TreeSet<>();
        Pools pools = new Pools(session);
        List<Pools.Stored> asked = query.pool().isPresent()
                ? pools.find(query.pool().get()).stream().toList()
                : pools.readable();
        for (Pools.Stored pool : asked) {
            for (Status status : query.statuses()) {
                found.addAll(find(pool.number(), status));
            }
        }
        List<Long> page = found.stream().limit(query.limit()).toList();
        List<Unit> units = new Units(session).readable(page);
        return new FindWork.Found(
                units, found.size() > page.size() ? OptionalLong.of(page.getLast()) : OptionalLong.empty());
    }

    private List<Long> find(int pool, Status status) throws SQLException {
        if (query.worker().isPresent()) {
            return status == Status.CLAIMED ? claimedBy(pool) : List.of();
        }
        return switch (status) {
            case HELD -> list(HELD, pool);
            case QUEUED -> list(QUEUED, pool);
            case CLAIMED -> list(CLAIMED, pool);
            case UNCERTAIN -> list(UNCERTAIN, pool);
            case SUCCEEDED -> list(SUCCEEDED, pool);
            case FAILED, CANCELLED, POISONED ->
                session.sql
                        .of(UNUSUAL)
                        .integer(pool)
                        .number(query.after())
                        .integer(States.number(status))
                        .integer(query.limit() + 1)
                        .list(row -> row.number());
        };
    }

    private List<Long> list(String statement, int pool) throws SQLException {
        return session.sql
                .of(statement)
                .integer(pool)
                .number(query.after())
                .integer(query.limit() + 1)
                .list(row -> row.number());
    }

    private List<Long> claimedBy(int pool) throws SQLException {
        var worker = session.known.workers.find(session, query.worker().orElseThrow());
        return worker.isEmpty()
                ? List.of()
                : session.sql
                        .of(CLAIMED_BY)
                        .integer(pool)
                        .number(query.after())
                        .integer(worker.get().number())
                        .integer(query.limit() + 1)
                        .list(row -> row.number());
    }
}
