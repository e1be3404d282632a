// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Moment;
import dev.holdfast.core.ledger.Shelf;
import dev.holdfast.core.work.ClaimAsk;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.OutOfTurn;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Inserts a unit and claims it in what a {@link MemoryShelf} keeps, whose lock is held meanwhile. There is nothing to take
 * back: the rule is asked before anything is changed, and again, on what is there then, for what is written.
 */
record MemoryOutOfTurn(MemoryPool home, MemoryAdmission admission, MemoryClaims claims, Moment now, int epoch) {
    Shelf.OutOfTurnResult insertClaimed(NewUnit fresh, ClaimWork claim, Function<ClaimPage, OutOfTurn> rule) {
        Optional<Insertion> inTheWay = admission.before(home, fresh);
        if (inTheWay.isPresent()) {
            return new Shelf.OutOfTurnResult.InTheWay(inTheWay.get());
        }
        MemoryLane lane = home.lane(fresh.lane()).orElseThrow();
        ClaimAsk ask = new ClaimAsk(claim, 1, 1, Set.of(), Integer.MAX_VALUE, Optional.empty(), 0);
        ClaimPage.LaneView entering = lane.withOne(fresh.admittedAt(now), home.pool);
        if (rule.apply(claims.page(ask, now, epoch).only(entering)) instanceof OutOfTurn.Refusal refusal) {
            return new Shelf.OutOfTurnResult.Refused(refusal.decision());
        }
        home.moveDue(now);
        MemoryUnit unit = admission.add(home, fresh, lane, now);
        ClaimPage.LaneView entered = lane.only(unit, now.orLater(home.pool.time()));
        return switch (rule.apply(claims.page(ask, now, epoch).only(entered))) {
            case OutOfTurn.Refusal refusal -> throw new IllegalStateException("refused after all: " + refusal);
            case OutOfTurn.Take take ->
                new Shelf.OutOfTurnResult.Won(
                        claims.apply(claim, take.changes(), now).getFirst());
        };
    }
}
