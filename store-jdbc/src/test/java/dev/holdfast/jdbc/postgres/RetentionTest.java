// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.RedriveDecision;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.Some;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** History goes by whole days, and whatever leads to it. */
class RetentionTest {
    private static final Schemas SCHEMAS = new Schemas();
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration MONTH = DAY.multipliedBy(30);
    private static final int DAYS = Retention.DAYS_AHEAD + 1;

    private final String schema = SCHEMAS.create();
    private final ManualClock clock = new ManualClock();
    private final Moment today = LedgerClock.system().now();

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    private Ledger open() {
        return PostgresLedger.open(
                SCHEMAS.source,
                PostgresOptions.DEFAULT
                        .withSchema(schema)
                        .withNotifications(false)
                        .withClock(clock));
    }

    private PostgresMaintenance.Retained retain(Duration keep) {
        return PostgresMaintenance.retain(SCHEMAS.source, schema, keep);
    }

    private void daysAgo(int days) {
        clock.set(today.plus(DAY.multipliedBy(-days)));
    }

    /** By a worker of its own: the lease of an earlier one may be over. */
    private static List<Grant> claim(Ledger ledger, long request, int max) {
        WorkerId worker = new WorkerId("w" + request);
        Sample.register(ledger, worker);
        return Sample.claim(ledger, worker, request, max);
    }

    private static void succeed(Ledger ledger, long request, String... keys) {
        Some.submit(ledger, keys);
        for (Grant grant : claim(ledger, request, keys.length)) {
            Some.succeed(ledger, grant);
        }
    }

    private void assertSound() {
        assertThat(PostgresMaintenance.check(SCHEMAS.source, schema)).isEmpty();
    }

    /** PF-128. */
    @Test
    void unitsOfOldDaysAreForgottenAndTheirKeysFree() {
        try (Ledger ledger = open()) {
            daysAgo(50);
            Sample.define(ledger, PoolPolicy.DEFAULT);
            succeed(ledger, 1, "old", "older");
            ledger.submit(new Submit(
                    Some.POOL, Sample.submission("given").id(new WorkId("mine")).build()));
            Grant given = claim(ledger, 2, 1).getFirst();
            Sample.settle(ledger, given, new Answer.Failed("broken", Evidence.NOT_APPLIED));
            ledger.submit(new Submit(
                    Some.POOL,
                    Sample.submission("waits").delay(MONTH.multipliedBy(3)).build()));
            daysAgo(2);
            succeed(ledger, 3, "new");
            assertSound();

            PostgresMaintenance.Retained retained = retain(MONTH);

            assertThat(retained).isEqualTo(new PostgresMaintenance.Retained(MONTH, DAYS, 0, 3, 0));
            assertSound();
            assertThat(ledger.ask(new Inspect(Some.work("old")))).isEmpty();
            assertThat(ledger.ask(new Inspect(new WorkId("mine")))).isEmpty();
            assertThat(ledger.ask(new Inspect(Some.work("new"))).orElseThrow().status())
                    .isEqualTo(Status.SUCCEEDED);
            assertThat(ledger.ask(new ShowPool(Some.POOL)).orElseThrow().count(Status.SUCCEEDED))
                    .isOne();
            assertThat(ledger.ask(new ShowPool(Some.POOL)).orElseThrow().count(Status.FAILED))
                    .isZero();
            for (String key : List.of("old", "given")) {
                assertThat(ledger.submit(
                                new Submit(Some.POOL, Sample.submission(key).build())))
                        .isInstanceOf(SubmitDecision.Admitted.class);
            }
            assertThat(claim(ledger, 4, 9)).hasSize(2);
            assertSound();
        }
    }

    @Test
    void daysThatHadAPartitionAreDroppedWithIt() {
        try (Ledger ledger = open()) {
            daysAgo(40);
            Sample.define(ledger, PoolPolicy.DEFAULT);
            succeed(ledger, 1, "a", "b");
            SCHEMAS.execute(schema, partitionOf("a"));
            daysAgo(0);
            succeed(ledger, 2, "today");
            assertSound();

            assertThat(retain(MONTH)).isEqualTo(new PostgresMaintenance.Retained(MONTH, DAYS, 1, 2, 0));

            assertSound();
            assertThat(ledger.ask(new Inspect(Some.work("today")))).isPresent();
            assertThat(ledger.ask(new Inspect(Some.work("a")))).isEmpty();
            assertThat(retain(MONTH)).as("again").isEqualTo(new PostgresMaintenance.Retained(MONTH, 0, 0, 0, 0));
        }
    }

    /** Makes the partition of the day on which a unit ended, as an earlier run would have done. */
    private static String partitionOf(String key) {
        return """
            DO $do$ DECLARE d date; f bigint; BEGIN
                SELECT (to_timestamp(state_at / 1e6) AT TIME ZONE 'UTC')::date INTO d FROM unit_history
                WHERE idempotency_key = '%s';
                f := extract(epoch FROM d::timestamp AT TIME ZONE 'UTC')::bigint * 1000000;
                EXECUTE 'CREATE TABLE unit_history_' || to_char(d, 'YYYYMMDD') || ' (LIKE unit_history INCLUDING CONSTRAINTS)';
                EXECUTE 'WITH g AS (DELETE FROM unit_history_other WHERE state_at >= ' || f || ' AND state_at < '
                    || f + 86400000000 || ' RETURNING *) INSERT INTO unit_history_' || to_char(d, 'YYYYMMDD')
                    || ' SELECT * FROM g';
                EXECUTE 'ALTER TABLE unit_history ATTACH PARTITION unit_history_' || to_char(d, 'YYYYMMDD')
                    || ' FOR VALUES FROM (' || f || ') TO (' || f + 86400000000 || ')';
            END $do$\
            """.formatted(key);
    }

    @Test
    void aPartitionIsMadeAroundWhatIsThereAlready() {
        try (Ledger ledger = open()) {
            daysAgo(0);
            Sample.define(ledger, PoolPolicy.DEFAULT);
            succeed(ledger, 1, "before");

            retain(MONTH);
            succeed(ledger, 2, "after");

            assertSound();
            SCHEMAS.execute(
                    schema,
                    "DO $do$ BEGIN ASSERT (SELECT count(*) FROM unit_history_other) = 0; ASSERT (SELECT count(*) FROM"
                            + " unit_history) = 2; END $do$");
        }
    }

    /** PF-014. */
    @Test
    void keysAreKeptForAsLongAsThePoolSays() {
        try (Ledger ledger = open()) {
            daysAgo(20);
            Sample.define(ledger, PoolPolicy.DEFAULT);
            succeed(ledger, 1, "a");

            assertThat(retain(DAY)).isEqualTo(new PostgresMaintenance.Retained(MONTH, DAYS, 0, 0, 0));

            assertThat(ledger.submit(
                            new Submit(Some.POOL, Sample.submission("a").build())))
                    .isInstanceOf(SubmitDecision.Repeated.class);
        }
        assertThatThrownBy(() -> retain(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }

    /** A life that is over does not keep a unit, and none that is over is forgotten before its unit. */
    @Test
    void livesAreForgottenWithTheirUnit() {
        try (Ledger ledger = open()) {
            daysAgo(50);
            Sample.define(ledger, PoolPolicy.DEFAULT);
            Some.submit(ledger, "over", "lives");
            for (Grant grant : claim(ledger, 1, 2)) {
                Sample.settle(ledger, grant, new Answer.Failed("broken", Evidence.NOT_APPLIED));
                assertThat(ledger.submit(new Redrive(grant.work(), 1, "ann", "mended", false)))
                        .isEqualTo(new RedriveDecision.Redriven(2));
            }
            Some.succeed(ledger, claim(ledger, 2, 1).getFirst());
            assertSound();

            assertThat(retain(MONTH)).isEqualTo(new PostgresMaintenance.Retained(MONTH, DAYS, 0, 1, 0));

            assertSound();
            assertThat(ledger.submit(new Redrive(Some.work("over"), 2, "ann", "mended", false)))
                    .isEqualTo(new RedriveDecision.NotFound());
            Unit lives = ledger.ask(new Inspect(Some.work("lives"))).orElseThrow();
            assertThat(lives.lives()).hasSize(1);
            assertThat(lives.past()).hasSize(1);
            assertThat(claim(ledger, 3, 9)).extracting(Grant::work).containsExactly(Some.work("lives"));
            SCHEMAS.execute(schema, "DO $do$ BEGIN ASSERT (SELECT count(*) FROM past_life) = 1; END $do$");
        }
    }

    @Test
    void requestsThatNobodyRefersToAreForgotten() {
        try (Ledger ledger = open()) {
            daysAgo(50);
            Sample.define(ledger, PoolPolicy.DEFAULT);
            Some.submit(ledger, "a", "b");
            for (long request : List.of(1L, 2L)) {
                Some.succeed(ledger, Some.claim(ledger, request, 1).getFirst());
            }

            retain(MONTH);

            SCHEMAS.execute(
                    schema,
                    "DO $do$ BEGIN ASSERT (SELECT array_agg(low) FROM claim_request) = ARRAY[2::bigint]; END $do$");
        }
    }
}
