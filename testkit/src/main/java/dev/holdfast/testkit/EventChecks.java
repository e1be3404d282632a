// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Event;
import dev.holdfast.core.work.EventCursor;
import dev.holdfast.core.work.Events;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.RecordDecision;
import dev.holdfast.core.work.RecordEvents;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.WorkState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What must hold of the feed and scenarios cannot say. */
final class EventChecks {
    private static final PoolId OTHER = new PoolId("other");

    private final Ledger ledger;
    private final Hands hands;

    EventChecks(Ledger ledger) {
        this.ledger = ledger;
        this.hands = new Hands(ledger, Hands.AGAIN_AT_ONCE);
        ledger.submit(new DefinePool(OTHER, PoolPolicy.DEFAULT));
    }

    private RecordDecision record(PoolId pool, boolean on) {
        return ledger.submit(new RecordEvents(pool, on, "ann", "somebody reads them"));
    }

    private List<Event> told(String work) {
        return Feed.byUnit(ledger).getOrDefault(new WorkId(work), List.of());
    }

    /** Nobody asked, so nothing is told; and what was not recorded is not told later. */
    void onlyWhatIsRecordedIsTold() {
        hands.submitMany("before", 3);
        assertThat(Feed.all(ledger)).isEmpty();
        assertThat(ledger.ask(Events.after(EventCursor.START)).recorded()).isFalse();

        assertThat(record(new PoolId("nowhere"), true)).isEqualTo(new PoolUnknown(new PoolId("nowhere")));
        assertThat(record(Hands.POOL, true)).isEqualTo(new RecordDecision.Recording());
        assertThat(record(Hands.POOL, true)).isEqualTo(new RecordDecision.Repeated());
        hands.submitMany("during", 2);
        ledger.submit(new Submit(OTHER, Hands.unit("elsewhere").build()));
        assertThat(Feed.all(ledger))
                .extracting(Event::work)
                .containsExactly(new WorkId("during0"), new WorkId("during1"));
        assertThat(ledger.ask(Events.after(EventCursor.START)).recorded()).isTrue();

        assertThat(record(OTHER, true)).isEqualTo(new RecordDecision.Recording());
        assertThat(record(Hands.POOL, false)).isEqualTo(new RecordDecision.Stopped());
        hands.submitMany("after", 2);
        ledger.submit(new Submit(OTHER, Hands.unit("there").build()));
        assertThat(record(OTHER, false)).isEqualTo(new RecordDecision.Stopped());
        hands.submitMany("later", 2);
        assertThat(Feed.all(ledger))
                .extracting(Event::work)
                .endsWith(new WorkId("there"))
                .hasSize(3);
        assertThat(record(Hands.POOL, true)).as("once more").isEqualTo(new RecordDecision.Recording());
        hands.submitMany("again", 1);
        assertThat(Feed.all(ledger)).hasSize(4);
        Invariants.check(ledger);
    }

    /** Of a unit: its admission, each return, each end, by whatever statement they are written. */
    void aUnitIsToldFromItsAdmissionToItsEnds() {
        record(Hands.POOL, true);
        hands.submit(Hands.unit("a"));
        Grant first = hands.claim(hands.register("w"), 1).getFirst();
        hands.settle(first, Hands.NOT_STARTED);
        Grant second = hands.claim(hands.register("w"), 1).getFirst();
        hands.settle(second, Hands.DONE);
        hands.submit(Hands.unit("b"));
        ledger.submit(new Cancel(new WorkId("b"), "ann", "not needed"));

        assertThat(told("a"))
                .extracting(Event::sort)
                .containsExactly(Event.Sort.ADMITTED, Event.Sort.READY, Event.Sort.ENDED);
        assertThat(told("a").getLast())
                .isInstanceOfSatisfying(
                        Event.Ended.class, ended -> assertThat(ended.status()).isEqualTo(Status.SUCCEEDED));
        assertThat(told("b").getLast())
                .isInstanceOfSatisfying(
                        Event.Ended.class, ended -> assertThat(ended.status()).isEqualTo(Status.CANCELLED));
    }

    /** A life that was never to be seen, since it began and ended in one commit, is told too. */
    void livesOfOneBatchAreTold() {
        record(Hands.POOL, true);
        hands.submit(Hands.unit("a"));
        WorkId work = new WorkId("a");
        ledger.submitAll(List.of(
                new Cancel(work, "ann", "no"),
                new Redrive(work, 1, "ann", "yes", false),
                new Cancel(work, "ann", "no"),
                new Redrive(work, 2, "ann", "yes", false)));

        List<Event> told = told("a");
        assertThat(told)
                .extracting(Event::sort)
                .containsExactly(
                        Event.Sort.ADMITTED, Event.Sort.ENDED, Event.Sort.READY, Event.Sort.ENDED, Event.Sort.READY);
        assertThat(told).extracting(Event::life).containsExactly(1, 1, 2, 2, 3);
        assertThat(told.getLast())
                .isInstanceOfSatisfying(
                        Event.Ready.class, ready -> assertThat(ready.origin()).isEqualTo(WorkState.Origin.REDRIVEN));
    }

    /** Small pages say what a large one says, and a filter leaves out and adds nothing. */
    void pagesGoThroughAll() {
        record(Hands.POOL, true);
        hands.submitMany("a", 23);
        for (int i = 0; i < 23; i += 2) {
            ledger.submit(new Cancel(new WorkId("a" + i), "ann", "no"));
        }
        List<Event> whole = Feed.all(ledger);
        assertThat(whole).hasSize(23 + 12);
        for (int limit : List.of(1, 5, 35)) {
            assertThat(pages(EnumSet.allOf(Event.Sort.class), limit)).isEqualTo(whole);
        }
        assertThat(pages(EnumSet.of(Event.Sort.ENDED), 5))
                .isEqualTo(whole.stream()
                        .filter(event -> event.sort() == Event.Sort.ENDED)
                        .toList());
        Events elsewhere = new Events(EventCursor.START, Optional.of(OTHER), EnumSet.allOf(Event.Sort.class), 5);
        assertThat(ledger.ask(elsewhere).events()).isEmpty();
        assertThat(ledger.ask(elsewhere).recorded()).isFalse();
    }

    private List<Event> pages(Set<Event.Sort> sorts, int limit) {
        List<Event> events = new ArrayList<>();
        EventCursor cursor = EventCursor.START;
        while (true) {
            Events.Found page = ledger.ask(new Events(cursor, Optional.of(Hands.POOL), sorts, limit));
            if (page.events().isEmpty()) {
                return events;
            }
            events.addAll(page.events());
            cursor = EventCursor.parse(page.next().toString());
        }
    }
}
