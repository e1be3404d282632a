// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

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

/** Loads what time may have ended in a pool, under its lock. */
final class Sweeping {
    /** Most units that one sweep moves into their lanes. */
    private static final int DUE_AT_ONCE = 1_000;

    static final String MOVE_DUE = """
        WITH due AS MATERIALIZED (
            SELECT seq FROM $.unit WHERE pool = ? AND state = 9 AND state_at <= ?
            ORDER BY state_at, seq LIMIT ? FOR NO KEY UPDATE SKIP LOCKED
        )
        UPDATE $.unit u SET state = 0 FROM due WHERE u.seq = due.seq AND u.state = 9 RETURNING u.lane, u.seq\
        """;
    static final String OF_DEAD = """
        SELECT u.seq FROM $.worker_pool p JOIN $.worker_lease k ON k.worker = p.worker
        JOIN $.unit u ON u.pool = p.pool AND u.worker = p.worker AND u.state = 1 AND u.fence >= p.held_from
        WHERE p.pool = ? AND (k.dead OR k.lease_until <= ?)
        ORDER BY u.seq LIMIT ?\
        """;
    static final String OVERDUE = """
        SELECT seq FROM $.unit WHERE pool = ? AND state = 1 AND run_until <= ? ORDER BY seq LIMIT ?\
        """;
    private static final String LOCK =
            "SELECT seq FROM $.unit WHERE seq = ANY (?) ORDER BY seq FOR NO KEY UPDATE SKIP LOCKED";

    static final String LATE = """
        SELECT seq FROM $.unit WHERE pool = ? AND state IN (0, 9) AND start_by < ? ORDER BY start_by, seq LIMIT ?\
        """;

    static final String HOLD_OVER = """
        SELECT seq FROM $.unit WHERE pool = ? AND state = 7 AND state_at <= ? ORDER BY state_at, seq LIMIT ?\
        """;

    private final Session session;

    Sweeping(Session session) {
        this.session = session;
    }

    SweepPage page(PoolId id, int limit) throws SQLException {
        Optional<Pools.Stored> pool = new Pools(session).lock(id);
        Moment now = session.now();
        if (pool.isEmpty()) {
            return new SweepPage(now, Optional.empty(), List.of(), List.of(), Set.of(), List.of(), List.of(), false);
        }
        int number = pool.get().number();
        moveDue(number, now);
        Set<Long> lost = new java.util.TreeSet<>(find(OF_DEAD, number, now, limit + 1));
        lost.addAll(find(OVERDUE, number, now, limit + 1));
        List<Long> late = find(LATE, number, now, limit + 1);
        List<Long> held = find(HOLD_OVER, number, now, limit + 1);
        List<Unit> claimed = new Units(session)
                .readable(lockable(lost.stream().limit(limit).toList())).stream()
                        .filter(unit -> unit.claim().isPresent())
                        .toList();
        return new SweepPage(
                now,
                Optional.of(pool.get().pool()),
                new Workers(session).unmarkedDead(number, now),
                claimed,
                live(claimed, now),
                new Units(session).readable(lockable(late.stream().limit(limit).toList())),
                new Units(session).readable(lockable(held.stream().limit(limit).toList())),
                lost.size() > limit || late.size() > limit || held.size() > limit);
    }

    private void moveDue(int pool, Moment now) throws SQLException {
        Telling telling = new Telling(session);
        session.sql
                .of(MOVE_DUE)
                .integer(pool)
                .moment(now)
                .integer(DUE_AT_ONCE)
                .each(row -> telling.entered(pool, row.number(), row.number()));
        telling.write();
    }

    /** Leaves out what somebody else is just changing: whoever holds a pool never waits for a unit. */
    private List<Long> lockable(List<Long> sequences) throws SQLException {
        return session.sql.of(LOCK).array(sequences.toArray(Long[]::new)).list(row -> row.number());
    }

    private List<Long> find(String statement, int pool, Moment now, int most) throws SQLException {
        return session.sql.of(statement).integer(pool).moment(now).integer(most).list(row -> row.number());
    }

    private Set<WorkerId> live(List<Unit> claimed, Moment now) throws SQLException {
        Set<WorkerId> live = new HashSet<>();
        Set<WorkerId> asked = new HashSet<>();
        Workers workers = new Workers(session);
        for (Unit unit : claimed) {
            WorkerId holder = unit.claim().map(Claim::worker).orElseThrow();
            if (asked.add(holder) && workers.isLive(holder, now)) {
                live.add(holder);
            }
        }
        return live;
    }
}
