// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.Reactions;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** What settled claims give back: asked once for all claims of one worker with equal needs, which give back the same. */
final class SettledSums {
    private record Alike(long pool, long worker, Needs needs) {}

    private final Session session;
    private final Map<Alike, Long> counts = new HashMap<>();

    SettledSums(Session session) {
        this.session = session;
    }

    void add(LiveClaims.LiveClaim claim) throws SQLException {
        Needs needs = session.lanes.get(claim.lane()).needs;
        counts.merge(new Alike(claim.pool(), claim.worker(), needs), 1L, Long::sum);
    }

    void write() throws SQLException {
        session.accounts.add(sums());
    }

    /** What the claims give back; negative where they used something up. */
    Map<Account, Long> sums() throws SQLException {
        Map<Account, Long> sums = new HashMap<>();
        for (Map.Entry<Alike, Long> each : counts.entrySet()) {
            Alike alike = each.getKey();
            Reactions.addSettled(
                    sums,
                    session.pools.get(alike.pool()).pool().id(),
                    alike.needs(),
                    session.workers.get(alike.worker()).worker().id(),
                    each.getValue());
        }
        return sums;
    }
}
