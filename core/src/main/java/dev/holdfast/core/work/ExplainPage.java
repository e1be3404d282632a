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
        Map<Account, Long> used) {
    /** An inquiry, and whether it stands in its lane. */
    public record Asking(Unit unit, boolean inLane) {}

    /** What an explanation of the inquiry looks at. */
    ExplainPage about(Asking asking) {
        return new ExplainPage(
                now, asking.unit(), asking.inLane(), Optional.empty(), pool, workers, sharedDomains, used);
    }

    Limits limits() {
        return new Limits(pool.policy(), sharedDomains);
    }
}
