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
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.Reactions;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitChange;
import dev.holdfast.core.work.WorkState;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What settled claims give back. Claims of one worker and of equal needs give back the same, so the rule is asked once,
 * about a model of them, and its answer taken as often as there are claims.
 */
final class SettledSums {
    private record Alike(long pool, long worker, Needs needs) {}

    private static final Moment ANY = new Moment(0);
    private static final RequestId ANY_REQUEST = new RequestId(0, 0, 0);
    private static final ClaimSecret ANY_SECRET = new ClaimSecret(0, 0);
    private static final WorkState ENDED = new WorkState.Ended(
            Status.SUCCEEDED, ANY, WorkState.EndedBy.HOLDER, "", Evidence.APPLIED, Optional.of(Payload.EMPTY), "");

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
            Reactions.additions(List.of(model(each.getKey())))
                    .forEach((account, amount) -> sums.merge(account, amount * each.getValue(), Long::sum));
        }
        return sums;
    }

    private UnitChange model(Alike alike) throws SQLException {
        PoolId pool = session.pools.get(alike.pool()).pool().id();
        WorkerId worker = session.workers.get(alike.worker()).worker().id();
        Submission.Builder submission = Submission.of("any", new IdempotencyKey("any"));
        alike.needs().demand().forEach(submission::demand);
        alike.needs().domains().forEach(submission::domain);
        Claim claim = new Claim(
                Fence.of(1, 1),
                worker,
                ANY_REQUEST,
                ANY_SECRET.digest(),
                1,
                1,
                ANY,
                Optional.empty(),
                Optional.empty());
        return new UnitChange(
                unit(pool, submission.build(), new WorkState.Claimed(claim)), unit(pool, submission.build(), ENDED));
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
