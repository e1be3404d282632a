// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.WorkerPage;
import dev.holdfast.core.work.WorkerRecord;
import dev.holdfast.jdbc.Claims;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Loads a worker with its live claims, as narrow as a heartbeat needs them. */
final class WorkerPages {
    static final String HELD = """
        SELECT s.id, w.fence, q.slot, q.high, q.low, q.claimed_at, w.cancel_at IS NOT NULL, w.cancel_reason
        FROM work w
        CROSS JOIN submission s ON s.seq = w.seq
        CROSS JOIN claim_request q ON q.id = w.request
        WHERE w.pool = ? AND w.held_by = ?
        ORDER BY w.fence\
        """;

    private WorkerPages() {}

    static WorkerPage load(Session session, WorkerId id, Set<PoolId> asked, Moment now) throws SQLException {
        Optional<Workers.Stored> stored = session.workers.find(id);
        Optional<WorkerRecord> worker = stored.map(Workers.Stored::worker);
        Set<PoolId> ids = new TreeSet<>(asked);
        if (asked.isEmpty()) {
            worker.ifPresent(known -> ids.addAll(known.offer().pools()));
        }
        Map<PoolId, Pool> pools = new HashMap<>();
        List<WorkerPage.Held> claims = new ArrayList<>();
        for (PoolId poolId : ids) {
            Optional<Pools.Stored> pool = session.pools.find(poolId);
            if (pool.isEmpty()) {
                continue;
            }
            pools.put(poolId, pool.get().pool());
            if (stored.isPresent()) {
                session.sql
                        .of(HELD)
                        .number(pool.get().id())
                        .number(stored.get().id())
                        .each(row -> claims.add(Claims.readHeld(row, poolId)));
            }
        }
        return new WorkerPage(now, worker, pools, claims);
    }
}
