// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an explanation looks at.
 *
 * @param inLane whether the unit stands in its lane; what was due once stays there, whatever the clock does
 * @param inquiry the one about {@code unit}, when that is uncertain
 * @param sharedDomains what the shared domains that the pool uses allow
 * @param reserved the unit that the pool's reservation is for, when it waits in its lane
 * @param used the accounts of the pool, its domains and {@code workers}
 */
public record ExplainPage(
        Moment now,
        Unit unit,
        boolean inLane,
        Optional<Asking> inquiry,
        Pool pool,
        List<WorkerRecord> workers,
        Map<String, DomainTerms> sharedDomains,
        Optional<Unit> reserved,
        Map<Account, Long> used) {
    /** An inquiry, and whether it stands in its lane. */
    public record Asking(Unit unit, boolean inLane) {}

    /** What an explanation of the inquiry looks at. */
    ExplainPage about(Asking asking) {
        return new ExplainPage(
                now, asking.unit(), asking.inLane(), Optional.empty(), pool, workers, sharedDomains, reserved, used);
    }

    Limits limits() {
        return new Limits(pool.policy(), sharedDomains);
    }

    /** The reservation that the next claim finds standing. */
    Optional<Reservation> standing() {
        Moment time = now.orLater(pool.time());
        return pool.reservation()
                .filter(open -> reserved.filter(each ->
                                        each.startBy().filter(time::isAfter).isEmpty())
                                .isPresent()
                        && !open.isOver(time)
                        && open.isPossible(pool.id(), limits()));
    }

    /** What of each account is kept from the unit. */
    Map<Account, Long> kept() {
        boolean isKept = standing().isPresent() && !isBeforeReserved(reserved.orElseThrow());
        return isKept ? standing().orElseThrow().kept(pool) : Map.of();
    }

    /** It is the reserved unit, or comes before it in its lane: what is kept may be used for it. */
    private boolean isBeforeReserved(Unit other) {
        Requirements own = unit.lane();
        Requirements kept = other.lane();
        return unit.sequence() <= other.sequence()
                && own.band() == kept.band()
                && own.fairnessKey().equals(kept.fairnessKey())
                && own.needs().equals(kept.needs())
                && own.eligibility().equals(kept.eligibility());
    }

    boolean isReserved() {
        return reserved.filter(other -> other.id().equals(unit.id())).isPresent();
    }
}
