// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.SweepPage;
import dev.holdfast.core.work.Unit;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Loads what time may have ended in a pool. */
final class Sweeping {
    static final String MAYBE_LOST = """
        SELECT w.seq FROM work w CROSS JOIN worker k ON k.id = w.held_by
        WHERE w.pool = ?1 AND w.held_by IS NOT NULL
        AND (k.dead <> 0 OR k.lease_until <= ?2 OR w.run_until <= ?2)
        ORDER BY w.seq LIMIT ?3\
        """;
    static final String LATE = """
        SELECT seq FROM work WHERE pool = ? AND late_after < ?
        ORDER BY late_after, seq LIMIT ?\
        """;

    static final String HOLD_OVER = """
        SELECT seq FROM work WHERE pool = ? AND unusual = 7 AND state_at <= ?
        ORDER BY state_at, seq LIMIT ?\
        """;

    private final Session session;
    private final Moment now;

    Sweeping(Session session, Moment now) {
        this.session = session;
        this.now = now;
    }

    SweepPage page(PoolId id, int limit) throws SQLException {
        Optional<Pools.Stored> pool = session.pools.find(id);
        if (pool.isEmpty()) {
            return new SweepPage(now, Optional.empty(), List.of(), List.of(), Set.of(), List.of(), List.of(), false);
        }
        DueMoves.move(session, pool.get(), now);
        long number = pool.get().id();
        List<Long> lost = find(MAYBE_LOST, number, limit + 1L);
        List<Long> late = find(LATE, number, limit + 1L);
        List<Long> held = find(HOLD_OVER, number, limit + 1L);
        List<Unit> claimed = session.units.readable(first(lost, limit));
        return new SweepPage(
                now,
                Optional.of(pool.get().pool()),
                session.workers.unmarkedDead(number, id, now),
                claimed,
                live(claimed),
                session.units.readable(first(late, limit)),
                session.units.readable(first(held, limit)),
                lost.size() > limit || late.size() > limit || held.size() > limit);
    }

    private List<Long> find(String statement, long pool, long most) throws SQLException {
        return session.sql.of(statement).number(pool).moment(now).number(most).list(row -> row.number());
    }

    private static List<Long> first(List<Long> sequences, int limit) {
        return sequences.subList(0, Math.min(limit, sequences.size()));
    }

    private Set<WorkerId> live(List<Unit> claimed) throws SQLException {
        Set<WorkerId> holders = new HashSet<>();
        for (Unit unit : claimed) {
            holders.add(unit.claim().map(Claim::worker).orElseThrow());
        }
        Set<WorkerId> live = new HashSet<>();
        for (WorkerId holder : holders) {
            if (session.workers.isLive(holder, now)) {
                live.add(holder);
            }
        }
        return live;
    }
}
