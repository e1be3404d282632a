// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Counts the lines of a run. A run is a pool, and the inquiries about its interrupted units are in it too, without being
 * lines of anybody. No runner answers them: they wait as long as their units are uncertain, and are cancelled with that.
 * Used by one thread.
 */
final class RunPool {
    private final Ledger ledger;
    private final PoolId pool;
    private long cancelled;
    private long closedInquiries;

    RunPool(Ledger ledger, PoolId pool) {
        this.ledger = ledger;
        this.pool = pool;
    }

    RunCounts counts() {
        PoolSnapshot now = ledger.ask(new ShowPool(pool)).orElseThrow();
        long succeeded = now.count(Status.SUCCEEDED);
        return new RunCounts(
                left(now), now.count(Status.UNCERTAIN), succeeded, now.ended() - succeeded - closedInquiries(now));
    }

    /** They are counted one by one only when nothing else may be left. */
    private long left(PoolSnapshot now) {
        long all = now.count(Status.QUEUED) + now.count(Status.CLAIMED);
        long uncertain = now.count(Status.UNCERTAIN);
        if (all == 0 || uncertain == 0 || all > uncertain) {
            return all - (all == 0 ? 0 : uncertain);
        }
        return all - count(Status.UNCERTAIN, this::hasOpenInquiry);
    }

    private boolean hasOpenInquiry(Unit unit) {
        return Inquiry.openFor(unit)
                .flatMap(inquiry -> ledger.ask(new Inspect(inquiry)))
                .filter(inquiry -> !inquiry.status().isEnd())
                .isPresent();
    }

    private long closedInquiries(PoolSnapshot now) {
        if (now.count(Status.CANCELLED) != cancelled) {
            cancelled = now.count(Status.CANCELLED);
            closedInquiries = count(Status.CANCELLED, unit -> Inquiry.of(unit).isPresent());
        }
        return closedInquiries;
    }

    private long count(Status status, Predicate<Unit> wanted) {
        FindWork query = FindWork.in(pool, Set.of(status));
        long count = 0;
        while (true) {
            FindWork.Found found = ledger.ask(query);
            count += found.units().stream().filter(wanted).count();
            if (found.next().isEmpty()) {
                return count;
            }
            query = query.after(found.next().getAsLong());
        }
    }
}
