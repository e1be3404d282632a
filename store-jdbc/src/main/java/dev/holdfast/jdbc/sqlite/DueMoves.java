// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.jdbc.Json;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Moves units whose time has come into their lanes. */
final class DueMoves {
    /** Most units that one claim or sweep moves. */
    private static final int AT_ONCE = 1_000;

    private record Due(long sequence, long lane) {}

    static final String DUE = """
        SELECT seq, lane FROM work WHERE pool = ? AND due_at <= ?
        ORDER BY due_at, seq LIMIT ?\
        """;
    static final String MOVE =
            "UPDATE work SET waits_in = lane, due_at = NULL WHERE seq IN (SELECT value FROM json_each(?))";

    private DueMoves() {}

    static void move(Session session, Pools.Stored pool, Moment now) throws SQLException {
        List<Due> due = session.sql
                .of(DUE)
                .number(pool.id())
                .moment(now)
                .number(AT_ONCE)
                .list(row -> new Due(row.number(), row.number()));
        if (due.isEmpty()) {
            return;
        }
        session.sql
                .of(MOVE)
                .text(Json.numbers(due.stream().mapToLong(Due::sequence).toArray()))
                .update();
        Set<Long> entered = new LinkedHashSet<>();
        for (Due each : due) {
            if (entered.add(each.lane())) {
                session.phases.enter(session.lanes.get(each.lane()), pool.pool());
            }
        }
    }
}
