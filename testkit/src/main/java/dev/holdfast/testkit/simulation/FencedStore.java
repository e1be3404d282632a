// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Grant;
import java.util.HashMap;
import java.util.Map;

/**
 * Something outside that handlers write to and that honours fences: it remembers the highest one of each work and refuses
 * lower ones. It also knows, as no real store can, which grant a write stems from.
 */
final class FencedStore {
    private record Newest(Fence fence, int grant) {}

    private final World world;
    private final Map<WorkId, Integer> executions = new HashMap<>();
    private final Map<WorkId, Newest> newest = new HashMap<>();

    FencedStore(World world) {
        this.world = world;
    }

    /** A handler starts. */
    void execute(Grant grant) {
        int runs = executions.merge(grant.work(), 1, Integer::sum);
        int grants = world.witness.grants.count(grant.work());
        world.demand(runs <= grants, "executions", "%s runs %d times with %d grants", grant.work(), runs, grants);
    }

    /** A handler's effect. {@code ordinal} says which grant of this work it was, from 1. */
    void write(Grant grant, int ordinal) {
        Newest known = newest.getOrDefault(grant.work(), new Newest(grant.fence(), 0));
        if (known.fence().isNewerThan(grant.fence())) {
            world.statistics.sometimes("stale write refused");
            return;
        }
        world.demand(
                known.grant() <= ordinal,
                "stale write",
                "grant %d of %s writes with fence %s after grant %d",
                ordinal,
                grant.work(),
                grant.fence(),
                known.grant());
        newest.put(grant.work(), new Newest(grant.fence(), ordinal));
    }

    /** What an operator finds who looks for the effect of a run. */
    boolean hasWrite(WorkId work, Fence fence) {
        return newest.containsKey(work) && newest.get(work).fence().equals(fence);
    }
}
