// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Event;
import dev.holdfast.core.work.EventCursor;
import dev.holdfast.core.work.Events;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The feed of a ledger for who compares ledgers. */
public final class Feed {
    /** How long a transaction of somebody else may hold events back before a test gives up; nothing depends on it. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    private Feed() {}

    /** All that was recorded, in order, once nothing holds any of it back. */
    public static List<Event> all(Ledger ledger) {
        long from = System.nanoTime();
        List<Event> events = new ArrayList<>();
        EventCursor cursor = EventCursor.START;
        while (true) {
            Events.Found found = ledger.ask(Events.after(cursor));
            events.addAll(found.events());
            cursor = found.next();
            if (found.events().isEmpty() && !found.heldBack()) {
                return events;
            }
            if (found.events().isEmpty()) {
                if (System.nanoTime() - from > PATIENCE_NANOS) {
                    throw new AssertionError("events are held back for ever");
                }
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    /** What it tells of each unit: stores order the events of one commit as they like, those of one unit they do not. */
    public static Map<WorkId, List<Event>> byUnit(Ledger ledger) {
        Map<WorkId, List<Event>> events = new TreeMap<>();
        all(ledger)
                .forEach(event -> events.computeIfAbsent(event.work(), work -> new ArrayList<>())
                        .add(event));
        return events;
    }
}
