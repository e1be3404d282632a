// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the limits leave to the grants of a round: less with each grant, and less what a reservation keeps from others. */
final class Room {
    private final ClaimPage page;
    private final Pool pool;
    private final WorkerOffer offer;
    private final Limits limits;
    private final Map<Use, List<Charges.Charge>> charges = new HashMap<>();
    private final Map<Account, Long> taken = new HashMap<>();
    private Map<Account, Long> kept = Map.of();
    private int count;

    Room(ClaimPage page, WorkerOffer offer) {
        this.page = page;
        this.pool = page.pool().orElseThrow();
        this.offer = offer;
        this.limits = new Limits(pool.policy(), page.sharedDomains());
    }

    /** How many more grants the live claims of pool and worker leave. */
    long grants() {
        Account ofPool = Account.poolClaims(pool.id());
        Account ofWorker = Account.workerClaims(offer.worker());
        return Math.min(
                pool.policy().maxLiveClaims() - page.usedOf(ofPool) - keptOf(ofPool) - count,
                offer.maxClaims() - page.usedOf(ofWorker) - keptOf(ofWorker) - count);
    }

    /** The live claims, of worker or pool, of which there are no more than are kept. */
    Optional<Account> keptClaims() {
        Account ofWorker = Account.workerClaims(offer.worker());
        if (kept.isEmpty() || grants() > 0) {
            return Optional.empty();
        }
        boolean isWorkers = offer.maxClaims() - page.usedOf(ofWorker) - keptOf(ofWorker) - count <= 0;
        return Optional.of(isWorkers ? ofWorker : Account.poolClaims(pool.id()));
    }

    /** From now on so much of each account is left to one unit. */
    void keep(Map<Account, Long> amounts) {
        kept = amounts;
    }

    void take(ClaimPage.LaneView view) {
        count++;
        for (Charges.Charge charge : chargesOf(view)) {
            taken.merge(charge.account(), charge.amount(), Long::sum);
        }
    }

    /** What a unit of the lane lacks first, in the order of the guards. */
    Optional<Charges.Charge> lack(ClaimPage.LaneView view) {
        return lack(view, kept);
    }

    /** What it lacks first if it may have what is kept as well. */
    Optional<Charges.Charge> lackOfAll(ClaimPage.LaneView view) {
        return lack(view, Map.of());
    }

    private Optional<Charges.Charge> lack(ClaimPage.LaneView view, Map<Account, Long> left) {
        for (Charges.Charge charge : chargesOf(view)) {
            long used = usedOf(charge.account()) + left.getOrDefault(charge.account(), 0L);
            if (charge.limit() - used < charge.amount()) {
                return Optional.of(charge);
            }
        }
        return Optional.empty();
    }

    /**
     * Whether this worker could run a unit of the lane if all other claims ended; what uncertain work keeps goes on being used,
     * and a key that is at its limit waits for itself.
     */
    boolean isLargeEnough(ClaimPage.LaneView view) {
        for (Charges.Charge charge : chargesOf(view)) {
            boolean ofKey = charge.account().scope() == Account.Scope.KEY_CLAIMS;
            long used = ofKey ? usedOf(charge.account()) : limits.quarantined(charge.account(), page::usedOf);
            if (charge.limit() - used < charge.amount()) {
                return false;
            }
        }
        return true;
    }

    private long usedOf(Account account) {
        return limits.used(account, page::usedOf) + taken.getOrDefault(account, 0L);
    }

    private long keptOf(Account account) {
        return kept.getOrDefault(account, 0L);
    }

    private List<Charges.Charge> chargesOf(ClaimPage.LaneView view) {
        return charges.computeIfAbsent(
                pool.use(view), use -> Charges.limited(pool.id(), limits, view.key(), view.needs(), offer));
    }
}
