// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Reactions;
import dev.holdfast.core.work.Use;
import dev.holdfast.jdbc.Lane;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** What settled claims give back: asked once for all claims of one worker with equal needs, which give back the same. */
final class SettledSums {
    private record Alike(long worker, Use use) {}

    private final Session session;
    private final Map<Long, PoolId> pools = new HashMap<>();
    private final Map<Alike, Long> counts = new HashMap<>();
    private final Map<Account, Long> runs = new HashMap<>();

    SettledSums(Session session) {
        this.session = session;
    }

    void add(LiveClaims.LiveClaim claim) throws SQLException {
        Lane lane = session.lanes.get(claim.lane());
        Use use = Use.of(poolOf(claim), lane.key, claim.counted(), lane.needs);
        counts.merge(new Alike(claim.worker(), use), 1L, Long::sum);
    }

    /** What the run of a claim that ends now took, where its grant cost run time. */
    void addRun(LiveClaims.LiveClaim claim, Moment now) throws SQLException {
        if (claim.fare().isPresent()) {
            Lane lane = session.lanes.get(claim.lane());
            long took =
                    now.micros() - session.requests.claimedAt(claim.request()).micros();
            String kind = lane.eligibility.kind();
            Reactions.addRun(
                    runs, poolOf(claim), lane.band, lane.key, kind, claim.fare().get(), took);
        }
    }

    private PoolId poolOf(LiveClaims.LiveClaim claim) throws SQLException {
        PoolId known = pools.get(claim.pool());
        if (known == null) {
            known = session.pools.get(claim.pool()).pool().id();
            pools.put(claim.pool(), known);
        }
        return known;
    }

    void write() throws SQLException {
        session.accounts.add(sums());
    }

    /** What the claims give back; negative where they used something up. */
    Map<Account, Long> sums() throws SQLException {
        Map<Account, Long> sums = new HashMap<>(runs);
        for (Map.Entry<Alike, Long> each : counts.entrySet()) {
            Alike alike = each.getKey();
            Reactions.addSettled(sums, alike.use(), session.workers.name(alike.worker()), each.getValue());
        }
        return sums;
    }
}
