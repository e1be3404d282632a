// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.List;
import java.util.Map;

/**
 * A pool at one moment.
 *
 * @param used amounts of the pool's accounts and of its domains', counts by status included
 * @param workers that offer the pool, dead ones included
 */
public record PoolSnapshot(Moment now, Pool pool, Map<Account, Long> used, List<WorkerRecord> workers) {
    public long count(Status status) {
        return used.getOrDefault(Account.count(pool.id(), status), 0L);
    }

    /** How many units have ended, however. */
    public long ended() {
        long sum = 0;
        for (Status status : Status.values()) {
            sum += status.isEnd() ? count(status) : 0;
        }
        return sum;
    }

    public long liveWorkers() {
        return workers.stream().filter(worker -> worker.isLive(now)).count();
    }
}
