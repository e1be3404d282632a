// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.work.Explain;
import dev.holdfast.core.work.Explained;
import dev.holdfast.core.work.Explanation;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.SweepDecision;
import dev.holdfast.jdbc.Some;
import dev.holdfast.testkit.Invariants;
import dev.holdfast.testkit.ManualClock;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Faults that users of other systems have met with a server that fails, or that is set up otherwise than expected. */
class ServerFaultsTest {
    private static final Schemas SCHEMAS = new Schemas();

    private final ManualClock clock = new ManualClock();
    private final String schema = SCHEMAS.create();

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    private PostgresOptions options() {
        return PostgresOptions.DEFAULT
                .withSchema(schema)
                .withNotifications(false)
                .withClock(clock);
    }

    private Ledger open() {
        Ledger ledger = PostgresLedger.open(SCHEMAS.source, options());
        Some.define(ledger);
        Some.register(ledger);
        return ledger;
    }

    private static void submit(Ledger ledger, int count) {
        List<Submit> units = IntStream.range(0, count)
                .mapToObj(i -> Some.submission("k" + i))
                .toList();
        ledger.submitAll(units);
    }

    /** PF-010: a claim is no property of a connection; when all of them end, nobody else gets what is held. */
    @Test
    void claimsOutliveTheConnectionsOfTheirHolders() {
        try (Ledger ledger = open()) {
            submit(ledger, 11);
            List<Grant> held = Some.claim(ledger, 1, 10);
            SCHEMAS.server.terminateBackends();
            WorkerId second = new WorkerId("second");
            Sample.register(ledger, second);
            assertThat(Sample.claim(ledger, second, 2, 20)).hasSize(1);
            SCHEMAS.server.terminateBackends();
            assertThat(held)
                    .hasSize(10)
                    .allSatisfy(grant -> assertThat(Some.succeed(ledger, grant))
                            .isEqualTo(new SettleDecision.Accepted(Status.SUCCEEDED)));
            Invariants.check(ledger);
        }
    }

    /** PF-053: recovery is not one event at the start: it goes on where it was when the server has come back. */
    @Test
    void aSweepGoesOnAfterTheServerWasAway() {
        try (Ledger ledger = open()) {
            submit(ledger, 1_400);
            assertThat(Some.claim(ledger, 1, 700)).hasSize(700);
            WorkerId second = new WorkerId("second");
            Sample.register(ledger, second);
            assertThat(Sample.claim(ledger, second, 2, 700)).hasSize(700);
            clock.advance(PoolPolicy.DEFAULT.workerLease());
            int lost = 0;
            boolean more = true;
            while (more) {
                SweepDecision.Swept swept = (SweepDecision.Swept) ledger.submit(new Sweep(Some.POOL, true));
                lost += swept.lost();
                more = swept.more();
                SCHEMAS.server.terminateBackends();
            }
            assertThat(lost).isEqualTo(1_400);
            Invariants.check(ledger);
        }
    }

    /** PF-024: renewals write the row of the worker's lease, and never a row of work. */
    @Test
    void heartbeatsLeaveTheWorkAlone() throws SQLException {
        try (Ledger ledger = open();
                Provoked look = Provoked.on(SCHEMAS.server)) {
            submit(ledger, 3);
            List<Grant> held = Some.claim(ledger, 1, 3);
            String rows = "SELECT string_agg(xmin::text || ctid || version, ',' ORDER BY seq) FROM " + schema + ".unit";
            String before = look.text(rows);
            Holdings holdings = new Holdings.Listed(held.stream()
                    .map(grant -> new Holdings.Holding(grant.work(), grant.fence()))
                    .toList());
            for (int beat = 0; beat < 100; beat++) {
                clock.advance(Duration.ofSeconds(5));
                ledger.submit(new Heartbeat(Some.WORKER, true, holdings, Set.of()));
                ledger.submit(new Sweep(Some.POOL, true));
            }
            assertThat(look.text(rows)).isEqualTo(before);
            assertThat(held)
                    .allSatisfy(grant -> assertThat(Some.succeed(ledger, grant))
                            .isEqualTo(new SettleDecision.Accepted(Status.SUCCEEDED)));
        }
    }

    /** PF-065: what the server takes back in the middle of a settlement is sent again at once, and settles. */
    @ParameterizedTest
    @ValueSource(strings = {"40P01", "40001", "55P03", "57014"})
    void aSettlementThatTheServerTakesBackIsSentAgain(String state) {
        try (Ledger ledger = open()) {
            submit(ledger, 1);
            Grant grant = Some.claim(ledger, 1, 1).getFirst();
            SCHEMAS.execute(schema, "CREATE SEQUENCE failures");
            SCHEMAS.execute(schema, """
                CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN
                    IF nextval('failures') <= 3 THEN RAISE EXCEPTION 'provoked' USING ERRCODE = '%s'; END IF;
                    RETURN OLD;
                END $$\
                """.formatted(state));
            SCHEMAS.execute(schema, "CREATE TRIGGER fail BEFORE DELETE ON unit FOR EACH ROW EXECUTE FUNCTION fail()");
            assertThat(Some.succeed(ledger, grant)).isEqualTo(new SettleDecision.Accepted(Status.SUCCEEDED));
            SCHEMAS.execute(schema, "DO $do$ BEGIN ASSERT nextval('failures') = 5; END $do$");
            Invariants.check(ledger);
        }
    }

    /** PF-102: sessions that count in local time, over both changes of the clock in a year: no lease and no delay moves. */
    @ParameterizedTest
    @ValueSource(strings = {"2026-10-25T00:30:00Z", "2026-03-29T00:30:00Z"})
    void daylightSavingChangesNoLeaseAndNoDelay(Instant before) {
        PGSimpleDataSource local = SCHEMAS.server.dataSource();
        local.setOptions("-c TimeZone=Europe/Berlin");
        try (HikariDataSource source = Schemas.pool(local)) {
            clock.set(Moment.of(before));
            try (Ledger ledger = PostgresLedger.open(source, options())) {
                Some.define(ledger);
                Some.register(ledger);
                ledger.submit(new Submit(
                        Some.POOL,
                        Sample.submission("late").delay(Duration.ofHours(2)).build()));
                Some.submit(ledger, "now");
                Grant grant = Some.claim(ledger, 1, 1).getFirst();
                Holdings held = new Holdings.Listed(List.of(new Holdings.Holding(grant.work(), grant.fence())));
                for (int beat = 0; beat < 359; beat++) {
                    clock.advance(Duration.ofSeconds(20));
                    ledger.submit(new Heartbeat(Some.WORKER, true, held, Set.of()));
                }
                assertThat(ledger.submit(new Sweep(Some.POOL, true)))
                        .isEqualTo(new SweepDecision.Swept(0, 0, 0, 0, false));
                assertThat(ledger.ask(new Explain(Some.work("late"))).map(Explained::reason))
                        .contains(new Explanation.NotDue(Duration.ofSeconds(20)));
                clock.advance(Duration.ofSeconds(20));
                assertThat(Some.claim(ledger, 2, 1)).extracting(Grant::work).containsExactly(Some.work("late"));
                clock.advance(Duration.ofSeconds(10));
                assertThat(ledger.submit(new Sweep(Some.POOL, true)))
                        .isEqualTo(new SweepDecision.Swept(1, 2, 0, 0, false));
            }
        }
    }

    /** PF-131: other isolation than the ledger counts on is no source of failures later: it is refused, with what to do. */
    @ParameterizedTest
    @ValueSource(strings = {"serializable", "repeatable read"})
    void anotherIsolationIsRefused(String isolation) {
        PGSimpleDataSource source = SCHEMAS.server.dataSource();
        source.setOptions("-c default_transaction_isolation=" + isolation.replace(" ", "\\ "));
        assertThatThrownBy(() -> PostgresLedger.open(source, options()).close())
                .isInstanceOf(LedgerUnavailable.class)
                .hasMessageContaining("'read committed', not '" + isolation)
                .hasMessageContaining("set default_transaction_isolation");
    }
}
