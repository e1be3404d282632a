// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Event;
import dev.holdfast.core.work.EventCursor;
import dev.holdfast.core.work.Events;
import dev.holdfast.core.work.WorkState;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** Rows of the feed. */
public final class EventRows {
    /** An event and its place. */
    public record Placed(EventCursor cursor, Event event) {}

    private EventRows() {}

    /** The sorts that are asked for, as one text in which each can be looked for. */
    public static String sorts(Events query) {
        return query.sorts().stream().map(Event.Sort::name).collect(Collectors.joining(" "));
    }

    /** @param select yields place, number, sort, work, pool, life, at, due, state, origin */
    public static List<Placed> read(Prepared select) throws SQLException {
        return select.list(EventRows::read);
    }

    private static Placed read(Row row) throws SQLException {
        EventCursor cursor = new EventCursor(row.number(), row.number());
        Event.Sort sort = Event.Sort.valueOf(row.text());
        WorkId work = new WorkId(row.text());
        PoolId pool = new PoolId(row.text());
        int life = row.integer();
        Moment at = row.moment();
        Moment due = row.moment();
        int state = row.integer();
        String origin = row.text();
        Event event = switch (sort) {
            case ADMITTED -> new Event.Admitted(work, pool, at, due);
            case READY -> new Event.Ready(work, pool, life, due, WorkState.Origin.valueOf(origin));
            case ENDED -> new Event.Ended(work, pool, at, life, States.status(state));
        };
        return new Placed(cursor, event);
    }

    /** What was found, with where to go on. */
    public static Events.Found found(
            List<Placed> placed, Events query, boolean recorded, boolean heldBack, boolean forgotten) {
        EventCursor next = placed.isEmpty() ? query.after() : placed.getLast().cursor();
        return new Events.Found(placed.stream().map(Placed::event).toList(), next, recorded, heldBack, forgotten);
    }
}
