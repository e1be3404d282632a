// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.List;

/**
 * What a decision wants written, all or nothing. The store adds {@link Reactions#additions} of the unit changes to the
 * accounts in the same commit, and counts the inquiries that it inserts.
 *
 * @param pools new states of pools whose lock is held
 * @param workers new states of workers
 * @param units each guarded by the version of its {@code before}
 * @param inquiries units to be inserted into pools that have units, in order; one whose id is taken is left out, and none
 *     lacks its class
 */
public record Changes(List<Pool> pools, List<WorkerRecord> workers, List<UnitChange> units, List<NewUnit> inquiries) {
    public static final Changes NONE = new Changes(List.of(), List.of(), List.of());

    /** With the inquiries that follow from the units. */
    public Changes(List<Pool> pools, List<WorkerRecord> workers, List<UnitChange> units) {
        this(pools, workers, units, Reactions.inquiries(units));
    }

    public static Changes of(Pool pool) {
        return new Changes(List.of(pool), List.of(), List.of());
    }

    public static Changes of(WorkerRecord worker) {
        return new Changes(List.of(), List.of(worker), List.of());
    }

    public boolean isNone() {
        return pools.isEmpty() && workers.isEmpty() && units.isEmpty() && inquiries.isEmpty();
    }
}
