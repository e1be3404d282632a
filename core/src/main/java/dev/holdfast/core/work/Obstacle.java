// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.WorkerId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;

/** What stands in a unit's way, and what would remove it. */
record Obstacle(Explanation reason, Condition removedBy) {
    /** What all workers share and the unit lacks, in the order of the guards. */
    static List<Obstacle> ofLimits(ExplainPage page) {
        List<Obstacle> found = new ArrayList<>();
        Pool pool = page.pool();
        Account claims = Account.poolClaims(pool.id());
        addIfShort(found, page, new Charges.Charge(claims, 1, pool.policy().maxLiveClaims()));
        WorkerOffer nobody = WorkerOffer.of(new WorkerId("nobody"), Set.of(pool.id()), Set.of("nothing"), 1);
        Requirements asked = page.unit().lane();
        for (Charges.Charge charge :
                Charges.limited(pool.id(), page.limits(), asked.fairnessKey(), asked.needs(), nobody)) {
            if (charge.account().scope().isShared()) {
                addIfShort(found, page, charge);
            }
        }
        return found;
    }

    private static void addIfShort(List<Obstacle> found, ExplainPage page, Charges.Charge charge) {
        Limits limits = page.limits();
        ToLongFunction<Account> amounts = account -> page.used().getOrDefault(account, 0L);
        long used = limits.used(charge.account(), amounts);
        long kept = page.kept().getOrDefault(charge.account(), 0L);
        long quarantined = limits.quarantined(charge.account(), amounts);
        long left = charge.limit() - used;
        if (left - kept >= charge.amount()) {
            return;
        }
        Explanation reason = left >= charge.amount()
                ? roomIsKept(page, charge.account(), charge.amount())
                : charge.amount() > charge.limit()
                        ? new Explanation.NeverFits(charge.account(), charge.amount(), charge.limit())
                        : new Explanation.LimitReached(
                                charge.account(),
                                charge.amount(),
                                charge.limit(),
                                used,
                                quarantined == 0 ? OptionalLong.empty() : OptionalLong.of(quarantined));
        found.add(new Obstacle(reason, new Condition.Room(charge.account(), charge.amount() - (left - kept))));
    }

    static Explanation roomIsKept(ExplainPage page, Account account, long needs) {
        return new Explanation.RoomIsKept(
                page.reserved().orElseThrow().id(),
                page.standing().orElseThrow().worker(),
                account,
                needs,
                page.kept().getOrDefault(account, 0L));
    }

    /** Of several obstacles the one to tell: what needs somebody to act comes before what passes. */
    int rank() {
        return switch (reason) {
            case Explanation.TooLate late -> 0;
            case Explanation.NotDue later -> 1;
            case Explanation.ClockWentBack behind -> 2;
            case Explanation.PoolPaused paused -> 3;
            case Explanation.NeverFits never -> 4;
            case Explanation.NoWorker none -> 5;
            case Explanation.NoEligibleWorker none -> 5;
            case Explanation.LimitReached full -> 6;
            case Explanation.RoomIsKept kept -> 7;
            case Explanation.WorkersBusy busy -> 7;
            case Explanation.Ended ended -> 8;
            case Explanation.Running running -> 8;
            case Explanation.WaitsForEvidence waits -> 8;
            case Explanation.Held held -> 8;
            case Explanation.Reserved reserved -> 8;
            case Explanation.ItsTurnComes next -> 8;
        };
    }
}
