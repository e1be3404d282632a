// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.ArrayList;
import java.util.List;

/** What a change tells the feed. A batch may end a life and begin another one. */
public final class EventReactions {
    private EventReactions() {}

    public static List<Event> of(UnitChange change) {
        Unit before = change.before();
        Unit after = change.after();
        List<Event> events = new ArrayList<>();
        int firstOpen = before.status().isEnd() ? before.life() + 1 : before.life();
        for (PastLife over : after.lives()) {
            if (over.life() >= firstOpen) {
                events.add(ended(after, over.life(), over.end()));
            }
            if (over.life() >= before.life()) {
                events.add(new Event.Ready(
                        after.id(),
                        after.pool(),
                        over.life() + 1,
                        over.redriven().at(),
                        WorkState.Origin.REDRIVEN));
            }
        }
        switch (after.state()) {
            case WorkState.Queued queued
            when before.life() == after.life() && before.status() != Status.QUEUED ->
                events.add(new Event.Ready(after.id(), after.pool(), after.life(), queued.due(), queued.origin()));
            case WorkState.Ended end when after.life() >= firstOpen -> events.add(ended(after, after.life(), end));
            case WorkState.Held held -> {}
            case WorkState.Queued queued -> {}
            case WorkState.Claimed claimed -> {}
            case WorkState.Uncertain uncertain -> {}
            case WorkState.Ended end -> {}
        }
        return events;
    }

    /** Of a unit that is new. */
    public static List<Event> of(Unit admitted) {
        return switch (admitted.state()) {
            case WorkState.Held held -> List.of(admitted(admitted, held.until()));
            case WorkState.Queued queued -> List.of(admitted(admitted, queued.due()));
            case WorkState.Ended end ->
                List.of(admitted(admitted, admitted.admittedAt()), ended(admitted, admitted.life(), end));
            case WorkState.Claimed claimed -> List.of(admitted(admitted, admitted.admittedAt()));
            case WorkState.Uncertain uncertain -> List.of(admitted(admitted, admitted.admittedAt()));
        };
    }

    private static Event admitted(Unit unit, Moment due) {
        return new Event.Admitted(unit.id(), unit.pool(), unit.admittedAt(), due);
    }

    private static Event ended(Unit unit, int life, WorkState.Ended end) {
        return new Event.Ended(unit.id(), unit.pool(), end.at(), life, end.status());
    }
}
