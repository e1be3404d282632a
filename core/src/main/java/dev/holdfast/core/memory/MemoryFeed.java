// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Event;
import dev.holdfast.core.work.EventCursor;
import dev.holdfast.core.work.EventReactions;
import dev.holdfast.core.work.Events;
import dev.holdfast.core.work.Recording;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitChange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The feed: a list, because here one commit follows the other. The place of an event in it, from 1, is its number. */
final class MemoryFeed {
    private final List<Event> events = new ArrayList<>();
    private final Set<PoolId> recorded = new HashSet<>();

    boolean isRecorded(PoolId pool) {
        return recorded.contains(pool);
    }

    void record(Recording recording) {
        if (recording.on()) {
            recorded.add(recording.pool());
        } else {
            recorded.remove(recording.pool());
        }
    }

    void tell(List<UnitChange> changes) {
        changes.forEach(change -> add(EventReactions.of(change)));
    }

    void tell(Unit admitted) {
        add(EventReactions.of(admitted));
    }

    private void add(List<Event> fresh) {
        fresh.stream().filter(event -> recorded.contains(event.pool())).forEach(events::add);
    }

    Events.Found find(Events query) {
        List<Event> found = new ArrayList<>();
        int next = (int) Math.min(query.after().number(), events.size());
        while (next < events.size() && found.size() < query.limit()) {
            Event event = events.get(next++);
            if (query.wants(event)) {
                found.add(event);
            }
        }
        boolean more = query.pool().map(recorded::contains).orElse(!recorded.isEmpty());
        return new Events.Found(found, new EventCursor(0, next), more, false, false);
    }
}
