// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.Query;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The feed: what became of the units of pools whose events are recorded, see {@link RecordEvents}, each event once and in
 * the order of their transactions.
 *
 * <p>No event ever appears before one that was read: one whose transaction began before another that has not ended yet is
 * held back until that one has. So a transaction that is held open, whoever holds it, holds up the feed, and nothing else.
 *
 * @param pool only of this one
 * @param sorts at least one
 * @param limit 1 to {@link #MAX}
 */
public record Events(EventCursor after, Optional<PoolId> pool, Set<Event.Sort> sorts, int limit)
        implements Query<Events.Found> {
    public static final int MAX = 1_000;

    /** @throws IllegalArgumentException when there can be no such limit, or nothing is asked for */
    public Events {
        if (limit < 1 || limit > MAX || sorts.isEmpty()) {
            throw new IllegalArgumentException("a feed has at least one sort and a limit of 1 to " + MAX);
        }
        sorts = Collections.unmodifiableSet(EnumSet.copyOf(sorts));
    }

    /** Everything behind a place. */
    public static Events after(EventCursor cursor) {
        return new Events(cursor, Optional.empty(), EnumSet.allOf(Event.Sort.class), MAX);
    }

    /** Whether an event is asked for. */
    public boolean wants(Event event) {
        return sorts.contains(event.sort())
                && pool.filter(only -> !only.equals(event.pool())).isEmpty();
    }

    /**
     * Events in order.
     *
     * @param next to go on from, now or later
     * @param recorded whether there will be more: events are recorded of what was asked for
     * @param heldBack whether there are events behind these that a transaction that has not ended holds back
     * @param forgotten whether events between the cursor and these are no longer kept
     */
    public record Found(List<Event> events, EventCursor next, boolean recorded, boolean heldBack, boolean forgotten) {
        public Found {
            events = List.copyOf(events);
        }
    }
}
