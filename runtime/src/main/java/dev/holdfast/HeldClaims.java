// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.runtime.logic.Monotonic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The claims that a worker names in its heartbeats, and the claim requests whose answer it waits for. Thread-safe.
 *
 * <p>A claim is named from the moment its grant arrives until the ledger has answered for it or called it lost, whatever
 * its handler does: the ledger takes a claim that its worker does not name for one whose grant never arrived. For the same
 * reason a request leaves in the step in which its grants join.
 */
final class HeldClaims {
    private final Map<Holdings.Holding, Held> held = new LinkedHashMap<>();
    private final Set<RequestId> inFlight = new HashSet<>();
    private final PriorityQueue<Held> limited = new PriorityQueue<>(Comparator.comparingLong(Held::runLimit));
    private int incarnation;

    /** What a heartbeat says. */
    record Snapshot(Holdings holdings, Set<RequestId> inFlight) {}

    synchronized void requesting(RequestId request) {
        inFlight.add(request);
    }

    /**
     * The answer to a request has arrived.
     *
     * @return false when the grants are of an earlier worker of this process, which names nothing any more
     */
    synchronized boolean answered(RequestId request, int of, List<Held> grants) {
        inFlight.remove(request);
        if (of != incarnation) {
            return false;
        }
        for (Held each : grants) {
            held.put(each.holding(), each);
            if (each.runLimit() != Monotonic.NEVER) {
                limited.add(each);
            }
        }
        return true;
    }

    synchronized void remove(Collection<Held> ended) {
        for (Held each : ended) {
            held.remove(each.holding(), each);
            if (each.runLimit() != Monotonic.NEVER) {
                limited.remove(each);
            }
        }
    }

    synchronized Optional<Held> find(WorkId work, Fence fence) {
        return Optional.ofNullable(held.get(new Holdings.Holding(work, fence)));
    }

    synchronized int count() {
        return held.size();
    }

    synchronized List<Held> all() {
        return new ArrayList<>(held.values());
    }

    synchronized Snapshot snapshot(boolean list) {
        Holdings holdings =
                list ? new Holdings.Listed(List.copyOf(held.keySet())) : Holdings.digest(List.copyOf(held.keySet()));
        return new Snapshot(holdings, Set.copyOf(inFlight));
    }

    /** Another worker of this process takes over; what the former held is its claims no more. */
    synchronized List<Held> passTo(int next) {
        List<Held> former = all();
        held.clear();
        limited.clear();
        incarnation = next;
        return former;
    }

    synchronized long nextRunLimit() {
        Held first = limited.peek();
        return first == null ? Monotonic.NEVER : first.runLimit();
    }

    /** Claims whose run limit has passed; each is returned once, and stays named. */
    synchronized List<Held> overRunLimit(long now) {
        List<Held> over = new ArrayList<>();
        while (!limited.isEmpty() && limited.peek().runLimit() <= now) {
            over.add(limited.poll());
        }
        return over;
    }
}
