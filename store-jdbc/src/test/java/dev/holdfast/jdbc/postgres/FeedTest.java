// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Event;
import dev.holdfast.core.work.EventCursor;
import dev.holdfast.core.work.Events;
import dev.holdfast.core.work.RecordDecision;
import dev.holdfast.core.work.RecordEvents;
import dev.holdfast.jdbc.Some;
import dev.holdfast.testkit.Feed;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The feed among transactions that end in another order than they began. */
class FeedTest {
    private static final Schemas SCHEMAS = new Schemas();

    private final String schema = SCHEMAS.create();
    private final PostgresLedger ledger = PostgresLedger.open(
            SCHEMAS.source, PostgresOptions.DEFAULT.withSchema(schema).withNotifications(false));

    @BeforeEach
    void aPoolIsRecorded() {
        Some.define(ledger);
        assertThat(ledger.submit(new RecordEvents(Some.POOL, true, "ann", "a dashboard")))
                .isEqualTo(new RecordDecision.Recording());
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    private static List<WorkId> works(Events.Found found) {
        return found.events().stream().map(Event::work).toList();
    }

    @Test
    void doctorComparesTheFeedWithTheUnits() {
        Some.register(ledger);
        Some.submit(ledger, "a", "b");
        Some.claim(ledger, 1, 1).forEach(grant -> Some.succeed(ledger, grant));
        assertThat(PostgresMaintenance.check(SCHEMAS.source, schema)).isEmpty();

        SCHEMAS.execute(schema, """
            INSERT INTO event (place, sort, seq, life, pool, work, at, due, state)
            SELECT place, 'ENDED', seq, life, pool, work, at, due, 3 FROM event WHERE sort = 'ADMITTED'\
            """);
        SCHEMAS.execute(schema, "INSERT INTO event_end SELECT place, id FROM event ORDER BY place, id LIMIT 1");

        assertThat(PostgresMaintenance.check(SCHEMAS.source, schema))
                .filteredOn(finding -> finding.code().equals("event"))
                .extracting(finding -> finding.problem().replaceAll("\"[^\"]*\"", "X"))
                .containsExactlyInAnyOrder(
                        "the feed tells that unit X has ended in life 1, and it has not, or in another way",
                        "the feed tells the end of life 1 of unit X 2 times",
                        "the feed has an event about unit X that it says it has forgotten");
    }

    /** One that began first and commits last is not passed over by whoever has read meanwhile. */
    @Test
    void aLateCommitIsNotSkipped() throws SQLException {
        List<WorkId> read = new ArrayList<>();
        EventCursor cursor = EventCursor.START;
        try (Connection slow = SCHEMAS.source.getConnection()) {
            slow.setAutoCommit(false);
            ledger.join(slow).submit(Some.submission("slow"));
            Some.submit(ledger, "quick");

            Events.Found meanwhile = ledger.ask(Events.after(cursor));
            read.addAll(works(meanwhile));
            cursor = meanwhile.next();
            assertThat(read)
                    .as("the quick one is committed, and waits for its turn")
                    .isEmpty();
            assertThat(meanwhile.heldBack()).isTrue();
            slow.commit();
        }
        assertThat(Feed.all(ledger)).extracting(Event::work).containsExactly(Some.work("slow"), Some.work("quick"));
        read.addAll(works(ledger.ask(Events.after(cursor))));
        assertThat(read).containsExactly(Some.work("slow"), Some.work("quick"));
    }

    /** What is taken back was never told, and holds nothing up afterwards. */
    @Test
    void aRollbackTellsNothing() throws SQLException {
        try (Connection slow = SCHEMAS.source.getConnection()) {
            slow.setAutoCommit(false);
            ledger.join(slow).submit(Some.submission("slow"));
            Some.submit(ledger, "quick");
            slow.rollback();
        }
        assertThat(Feed.all(ledger)).extracting(Event::work).containsExactly(Some.work("quick"));
    }

    /** Recording begins between transactions: those that write units go first and are not told, later ones are. */
    @Test
    void recordingWaitsForWhoWrites() throws Exception {
        ledger.submit(new RecordEvents(Some.POOL, false, "ann", "a pause"));
        CompletableFuture<RecordDecision> again;
        try (Connection slow = SCHEMAS.source.getConnection()) {
            slow.setAutoCommit(false);
            ledger.join(slow).submit(Some.submission("before"));
            again = CompletableFuture.supplyAsync(
                    () -> ledger.submit(new RecordEvents(Some.POOL, true, "ann", "it goes on")));
            slow.commit();
        }
        assertThat(again.get()).isEqualTo(new RecordDecision.Recording());
        Some.submit(ledger, "after");
        assertThat(Feed.all(ledger)).extracting(Event::work).endsWith(Some.work("after"));
    }

    /** Only a ledger that is recorded has triggers that write events: others pay nothing, not even a question. */
    @Test
    void nothingIsLeftWhereNobodyAsks() throws SQLException {
        assertThat(triggers()).isEqualTo(4);
        ledger.submit(new RecordEvents(Some.POOL, false, "ann", "nobody reads it"));
        assertThat(triggers()).isZero();
    }

    private int triggers() throws SQLException {
        try (Connection connection = SCHEMAS.source.getConnection();
                Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal"
                        + " AND tgname LIKE 'event%' AND tgrelid IN ('" + schema + ".unit'::regclass, '" + schema
                        + ".unit_history'::regclass, '" + schema + ".past_life'::regclass)")) {
            row.next();
            return row.getInt(1);
        }
    }

    /** Old events go with old units, and who was behind is told that something is missing; who begins anew is not. */
    @Test
    void whoIsBehindIsToldThatEventsWereForgotten() throws SQLException {
        Some.submit(ledger, "a", "b");
        Feed.all(ledger);
        EventCursor behind = ledger.ask(new Events(
                        EventCursor.START, java.util.Optional.empty(), java.util.EnumSet.allOf(Event.Sort.class), 1))
                .next();
        try (Connection connection = SCHEMAS.source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE " + schema + ".event SET written = 0");
        }
        PostgresMaintenance.retain(SCHEMAS.source, schema, Duration.ofDays(30));
        Some.submit(ledger, "c");

        assertThat(Feed.all(ledger)).extracting(Event::work).containsExactly(Some.work("c"));
        assertThat(ledger.ask(Events.after(behind)).forgotten()).isTrue();
        assertThat(ledger.ask(Events.after(EventCursor.START)).forgotten()).isFalse();
        EventCursor newest = ledger.ask(Events.after(EventCursor.START)).next();
        assertThat(ledger.ask(Events.after(newest)).forgotten()).isFalse();
    }
}
