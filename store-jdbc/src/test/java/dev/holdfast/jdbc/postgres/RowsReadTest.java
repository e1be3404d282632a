// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.jdbc.Some;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * How many rows and index entries the server reads for some claims or questions, by its own statistics: as many with much
 * that waits, is blocked or uncertain as with little. Counts, not times, so that any machine gives the same.
 */
class RowsReadTest {
    private static final Schemas SCHEMAS = new Schemas();
    private static final int LITTLE = 400;
    private static final int MUCH = 12_000;
    private static final int SERIAL = 10;
    private static final int CLAIMS = 5;
    /** For what depends on when the server cleans up: a handful of rows, where what must not be is thousands. */
    private static final int SLACK = 20;
    /** Before it, statistics arrive some time after the connections that they are about have ended. */
    private static final int STATISTICS_AT_ONCE = 150_000;

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    /** PF-114, PF-116: units that all became due at once. */
    @Test
    void aClaimReadsAsMuchWhateverWaits() throws SQLException {
        assertAlike(count -> ledger -> submit(ledger, count, i -> Sample.submission("k" + i)), RowsReadTest::claimSome);
    }

    /** PF-127: the same with limits of the pool, of resources and of a domain. */
    @Test
    void limitsDoNotChangeThat() throws SQLException {
        assertAlike(
                count -> ledger -> submit(
                        ledger,
                        count,
                        i -> Sample.submission("k" + i).domain("wide").fairnessKey("key" + i % 3)),
                RowsReadTest::claimSome);
    }

    /** PF-129: units of ten domains of one each, all of them taken, in front of units that are free. */
    @Test
    void whatIsBlockedIsNotReadAgain() throws SQLException {
        assertAlike(
                count -> ledger -> {
                    submit(ledger, SERIAL, i -> Sample.submission("first" + i).domain("serial" + i % SERIAL));
                    assertThat(Some.claim(ledger, 100, SERIAL)).hasSize(SERIAL);
                    submit(ledger, count, i -> Sample.submission("k" + i).domain("serial" + i % SERIAL));
                    submit(ledger, LITTLE, i -> Sample.submission("free" + i));
                },
                RowsReadTest::claimSome);
    }

    /** PF-126: units that nobody can run, and units that wait for evidence. */
    @Test
    void whatNobodyRunsIsNotRead() throws SQLException {
        assertAlike(
                count -> ledger -> {
                    submit(
                            ledger,
                            count,
                            i -> Submission.of("unserved", new dev.holdfast.core.IdempotencyKey("unserved" + i)));
                    submit(
                            ledger,
                            count / 20,
                            i -> Sample.submission("k" + i).recovery(Recovery.RECONCILE_BEFORE_REDISPATCH));
                    for (Grant grant : Some.claim(ledger, 100, count / 20)) {
                        Sample.settle(
                                ledger, grant, new Answer.Released(Evidence.UNKNOWN, "lost sight", Optional.empty()));
                    }
                    submit(ledger, LITTLE, i -> Sample.submission("free" + i));
                },
                RowsReadTest::claimSome);
    }

    /** PF-123: numbers of a pool come from counters. */
    @Test
    void aSnapshotReadsAsMuchWhateverIsThere() throws SQLException {
        assertAlike(
                count -> ledger -> submit(ledger, count, i -> Sample.submission("k" + i)),
                ledger -> assertThat(ledger.ask(new ShowPool(Some.POOL))).isPresent());
    }

    private static void claimSome(Ledger ledger) {
        for (int request = 0; request < CLAIMS; request++) {
            assertThat(Some.claim(ledger, request, 64)).hasSize(64);
        }
    }

    private static void submit(Ledger ledger, int count, IntFunction<Submission.Builder> unit) {
        for (int from = 0; from < count; from += 4_000) {
            ledger.submitAll(IntStream.range(from, Math.min(count, from + 4_000))
                    .mapToObj(i -> new Submit(Some.POOL, unit.apply(i).build()))
                    .toList());
        }
    }

    private static void assertAlike(IntFunction<Consumer<Ledger>> before, Consumer<Ledger> what) throws SQLException {
        long little = read(before.apply(LITTLE), what);
        long much = read(before.apply(MUCH), what);
        assertThat(little).isPositive();
        assertThat(much)
                .as("rows and entries with much, %d with little", little)
                .isLessThanOrEqualTo(little * 6 / 5 + SLACK);
    }

    private static long read(Consumer<Ledger> before, Consumer<Ledger> what) throws SQLException {
        String schema = SCHEMAS.create();
        with(schema, ledger -> {
            Map<String, DomainLimit> domains = new TreeMap<>(Map.of("wide", DomainLimit.claims(5_000)));
            IntStream.range(0, SERIAL).forEach(i -> domains.put("serial" + i, DomainLimit.claims(1)));
            ledger.submit(new DefinePool(Some.POOL, PoolPolicy.DEFAULT.withDomains(domains)));
            Some.register(ledger);
            before.accept(ledger);
            // What was submitted is taken in, and what does not fit is set aside, by the first claim that comes.
            assertThat(Some.claim(ledger, 99, 1)).hasSize(1);
        });
        long already = statistics(schema);
        with(schema, what);
        return statistics(schema) - already;
    }

    /** A ledger over connections of its own, all of which have ended at the return. */
    private static void with(String schema, Consumer<Ledger> action) throws SQLException {
        PGSimpleDataSource named = SCHEMAS.server.dataSource();
        named.setApplicationName(schema);
        try (HikariDataSource source = Schemas.pool(named);
                Ledger ledger = PostgresLedger.open(
                        source, PostgresOptions.DEFAULT.withSchema(schema).withNotifications(false))) {
            action.accept(ledger);
        }
        try (Provoked look = Provoked.on(SCHEMAS.server)) {
            look.await("SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = '" + schema + "')");
        }
    }

    private static long statistics(String schema) throws SQLException {
        try (Provoked look = Provoked.on(SCHEMAS.server)) {
            Assumptions.assumeTrue(
                    Integer.parseInt(look.text("SHOW server_version_num")) >= STATISTICS_AT_ONCE,
                    "this server tells its statistics later");
            return Long.parseLong(look.text("""
                SELECT coalesce((SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE schemaname = '%1$s'), 0)
                    + coalesce((SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE schemaname = '%1$s'), 0)\
                """.formatted(schema)));
        }
    }
}
