// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Digest;
import dev.holdfast.core.Fence;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.RequestId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Who was granted what, under which fence (I2), and that a request sent again gets the same (I13). A worker's slot
 * remembers its newest request that was granted anything; older ones are forgotten, and what they get is new.
 */
final class Grants {
    /** One grant of a work; {@code secret} is the digest that its holder has to show. */
    record Granted(Fence fence, WorkerId worker, RequestId request, Digest secret) {}

    private record Slot(WorkerId worker, int number) {}

    private record Answered(ClaimWork command, Set<Fence> fences) {}

    private final World world;
    private final Map<WorkId, List<Granted>> grants = new HashMap<>();
    private final Map<PoolId, Fence> newest = new HashMap<>();
    private final Map<Slot, RequestId> slots = new HashMap<>();
    private final Map<RequestId, Answered> answered = new HashMap<>();

    Grants(World world) {
        this.world = world;
    }

    int count(WorkId work) {
        return grants.getOrDefault(work, List.of()).size();
    }

    Optional<Granted> newest(WorkId work) {
        return count(work) == 0
                ? Optional.empty()
                : Optional.of(Objects.requireNonNull(grants.get(work)).getLast());
    }

    Optional<Granted> find(WorkId work, Fence fence) {
        return grants.getOrDefault(work, List.of()).stream()
                .filter(each -> each.fence().equals(fence))
                .reduce((first, later) -> later);
    }

    /** Which grant of its work this is, from 1. */
    int ordinal(Grant grant, WorkerId worker) {
        List<Granted> all = Objects.requireNonNull(grants.get(grant.work()));
        int at = all.size();
        while (at > 0
                && !(all.get(at - 1).fence().equals(grant.fence())
                        && all.get(at - 1).worker().equals(worker))) {
            at--;
        }
        return at;
    }

    /** Whether the slot still remembers the request. */
    boolean isRepeated(ClaimWork command) {
        return answered.containsKey(command.request());
    }

    void observe(ClaimWork command, ClaimDecision decision, boolean changed) {
        Optional<Answered> before = Optional.ofNullable(answered.get(command.request()));
        if (before.isPresent()) {
            repeated(before.get(), command, decision, changed);
        } else if (decision instanceof ClaimDecision.Granted granted) {
            world.demand(granted.spent().isEmpty(), "I13", "a new request has spent fences");
            Set<Fence> fences = new HashSet<>();
            for (Grant grant : granted.grants()) {
                add(grant, command);
                fences.add(grant.fence());
            }
            RequestId old =
                    slots.put(new Slot(command.worker(), command.request().slot()), command.request());
            if (old != null) {
                answered.remove(old);
            }
            answered.put(command.request(), new Answered(command, fences));
        }
    }

    private void repeated(Answered before, ClaimWork command, ClaimDecision decision, boolean changed) {
        world.demand(!changed, "I13", "claim request %s sent again changes something", command.request());
        boolean same = before.command().worker().equals(command.worker())
                && before.command().pool().equals(command.pool());
        if (!same) {
            world.demand(
                    decision instanceof ClaimDecision.RequestConflict, "I13", "somebody else's request: %s", decision);
            return;
        }
        Set<Fence> named = new HashSet<>();
        if (decision instanceof ClaimDecision.Granted granted) {
            named.addAll(granted.spent());
            granted.grants().forEach(grant -> named.add(grant.fence()));
            world.statistics.sometimes(
                    granted.spent().isEmpty() ? "claim request replayed" : "claim request replayed with spent fences");
        }
        world.demand(
                named.equals(before.fences()),
                "I13",
                "claim request %s was granted %s and is now answered %s",
                command.request(),
                before.fences(),
                Timeline.text(decision));
    }

    private void add(Grant grant, ClaimWork command) {
        Optional<Fence> last = Optional.ofNullable(newest.get(grant.pool()));
        world.demand(
                last.isEmpty() || grant.fence().isNewerThan(last.get()),
                "I2",
                "fence %s of %s after %s in the same pool",
                grant.fence(),
                grant.work(),
                last);
        newest.put(grant.pool(), grant.fence());
        grants.computeIfAbsent(grant.work(), work -> new ArrayList<>())
                .add(new Granted(
                        grant.fence(),
                        command.worker(),
                        command.request(),
                        command.secret().digest()));
        world.statistics.count("grants");
    }
}
