// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Fence;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Reactions;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitChange;
import dev.holdfast.core.work.WorkState;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What settled claims give back. Claims of one worker in one lane give back the same, so the rule is asked once, about a
 * model of them, and its answer taken as often as there are claims.
 */
final class SettledSums {
    private record Alike(long pool, long lane, long worker) {}

    private static final Moment ANY = new Moment(0);
    private static final WorkState ENDED = new WorkState.Ended(
            Status.SUCCEEDED, ANY, WorkState.EndedBy.HOLDER, "", Evidence.APPLIED, Optional.of(Payload.EMPTY), "");

    private final Session session;
    private final Map<Alike, Long> counts = new HashMap<>();

    SettledSums(Session session) {
        this.session = session;
    }

    void add(LiveClaims.LiveClaim claim) {
        counts.merge(new Alike(claim.pool(), claim.lane(), claim.worker()), 1L, Long::sum);
    }

    void write() throws SQLException {
        Map<Account, Long> sums = new HashMap<>();
        for (Map.Entry<Alike, Long> each : counts.entrySet()) {
            Alike alike = each.getKey();
            PoolId pool = session.pools.get(alike.pool()).pool().id();
            WorkerId worker = session.workers.get(alike.worker()).worker().id();
            Submission submission = submission(session.lanes.get(alike.lane()));
            UnitChange change = new UnitChange(
                    unit(pool, submission, new WorkState.Claimed(claim(worker))), unit(pool, submission, ENDED));
            Reactions.additions(List.of(change))
                    .forEach((account, amount) -> sums.merge(account, amount * each.getValue(), Long::sum));
        }
        session.accounts.add(sums);
    }

    private static Submission submission(Lane lane) {
        return new Submission(
                new IdempotencyKey("any"),
                Optional.empty(),
                Payload.EMPTY,
                lane.requirements(
                        lane.eligibility.guarantee() == dev.holdfast.core.work.Guarantee.RECONCILED
                                ? Recovery.RECONCILE_BEFORE_REDISPATCH
                                : Recovery.REDISPATCH),
                Collections.emptySortedMap(),
                "");
    }

    private static Claim claim(WorkerId worker) {
        return new Claim(
                Fence.of(1, 1),
                worker,
                new RequestId(0, 0, 0),
                new ClaimSecret(0, 0).digest(),
                1,
                1,
                ANY,
                Optional.empty(),
                Optional.empty());
    }

    private static Unit unit(PoolId pool, Submission submission, WorkState state) {
        return new Unit(
                new WorkId("any"),
                pool,
                Unit.UNNUMBERED,
                submission,
                ANY,
                Optional.empty(),
                1,
                1,
                0,
                0,
                Optional.empty(),
                state,
                List.of());
    }
}
