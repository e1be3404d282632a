// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/** What is going to happen, in order; what happens at the same moment in the order in which it was planned. */
final class Timeline {
    /** Something that happens to a unit. */
    sealed interface Event {
        WorkId work();

        /** Its holder has done it. */
        record Done(WorkId work, Fence fence, WorkerId worker) implements Event {}

        /** It is due. */
        record Due(WorkId work) implements Event {}

        /** A sweep comes by that may end it, or its claim. */
        record Swept(WorkId work, PoolId pool) implements Event {}
    }

    private record Planned(Moment at, long number, Event event) {}

    private final PriorityQueue<Planned> planned =
            new PriorityQueue<>(Comparator.comparing(Planned::at).thenComparingLong(Planned::number));

    private long number;

    void plan(Moment at, Event event) {
        planned.add(new Planned(at, number++, event));
    }

    /** When something happens next; empty when nothing ever will. */
    Optional<Moment> next() {
        return Optional.ofNullable(planned.peek()).map(Planned::at);
    }

    /** Takes all that happens at the next moment. */
    List<Event> take() {
        List<Event> events = new ArrayList<>();
        Optional<Moment> at = next();
        while (at.isPresent() && next().equals(at)) {
            events.add(planned.remove().event());
        }
        return events;
    }
}
