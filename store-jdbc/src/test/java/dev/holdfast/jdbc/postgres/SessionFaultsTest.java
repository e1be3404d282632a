// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.jdbc.Some;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Faults that users of other systems have met with locks, sessions and notifications. */
class SessionFaultsTest {
    private static final Schemas SCHEMAS = new Schemas();
    private static final PoolId OTHER = new PoolId("other");
    private static final int THREADS = 8;
    private static final int EACH = 60;
    /** How long the ledger waits between two tellings, as its source says. */
    private static final long MILLIS_BETWEEN_TELLINGS = 2;

    private final String schema = SCHEMAS.create();

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    private PostgresLedger open(boolean notifications) {
        PostgresLedger ledger = PostgresLedger.open(
                SCHEMAS.source, PostgresOptions.DEFAULT.withSchema(schema).withNotifications(notifications));
        Some.define(ledger);
        Some.register(ledger);
        return ledger;
    }

    /** PF-132: there is no lock that all have to have: while one pool is locked, another one goes on. */
    @Test
    void poolsDoNotWaitForEachOther() throws SQLException {
        WorkerId worker = new WorkerId("of-other");
        try (PostgresLedger ledger = open(false);
                Provoked holder = Provoked.on(SCHEMAS.server)) {
            ledger.submit(new DefinePool(OTHER, PoolPolicy.DEFAULT));
            ledger.submit(new RegisterWorker(WorkerOffer.of(worker, Set.of(OTHER), Set.of("job"), 10)));
            holder.run("BEGIN", "SELECT * FROM " + schema + ".pool WHERE name = 'p' FOR UPDATE");
            ledger.submit(new Submit(OTHER, Sample.submission("a").build()));
            ClaimDecision decision =
                    ledger.submit(new ClaimWork(OTHER, worker, new RequestId(0, 1, 1), Some.SECRET, 5));
            assertThat(decision).isInstanceOf(ClaimDecision.Granted.class);
            Some.succeed(ledger, ((ClaimDecision.Granted) decision).grants().getFirst());
            holder.run("ROLLBACK");
        }
    }

    /** PF-145: a connection is given back as it was: no lock, setting, temporary table or channel stays on it. */
    @Test
    void nothingStaysOnASession() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setDataSource(SCHEMAS.server.dataSource());
        config.setMaximumPoolSize(1);
        try (HikariDataSource one = new HikariDataSource(config);
                Ledger ledger = PostgresLedger.open(
                        one, PostgresOptions.DEFAULT.withSchema(schema).withNotifications(false))) {
            String before = session(one);
            FaultWay way = new FaultWay(ledger::submitAll);
            way.start();
            way.run(0, 40, settled -> {});
            assertThat(session(one)).isEqualTo(before).endsWith("|0|0|0");
        }
    }

    private static String session(HikariDataSource one) throws SQLException {
        try (Provoked look = new Provoked(one)) {
            return look.text("""
                SELECT pg_backend_pid() || '|'
                    || (SELECT string_agg(name || '=' || setting, ',' ORDER BY name) FROM pg_settings
                        WHERE source = 'session' OR name IN ('search_path', 'synchronous_commit', 'lock_timeout'))
                    || '|' || (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())
                    || '|' || (SELECT count(*) FROM pg_listening_channels())
                    || '|' || (SELECT count(*) FROM pg_class WHERE relpersistence = 't')\
                """);
        }
    }

    /** PF-141: whoever submits in a transaction of its own sends no notification with its commit. */
    @Test
    void aCallersTransactionNotifiesNobody() throws SQLException {
        try (PostgresLedger ledger = open(true);
                Connection listener = SCHEMAS.source.getConnection();
                Connection caller = SCHEMAS.source.getConnection()) {
            Some.submit(ledger, "known");
            listen(listener);
            caller.setAutoCommit(false);
            ledger.join(caller).submit(Some.submission("a"));
            caller.commit();
            int process = caller.unwrap(PGConnection.class).getBackendPID();
            List<PGNotification> heard = untilOwn(listener);
            assertThat(heard).extracting(PGNotification::getPID).doesNotContain(process);
            assertThat(Some.claim(ledger, 1, 5)).hasSize(2);
        }
    }

    /** PF-140: however many submit, so many notifications are sent at most, each apart from what it tells of. */
    @Test
    void notificationsAreBoundByTimeAndNotBySubmissions() throws Exception {
        try (PostgresLedger ledger = open(true);
                Connection listener = SCHEMAS.source.getConnection()) {
            listen(listener);
            long started = System.nanoTime();
            try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
                for (int i = 0; i < THREADS; i++) {
                    String prefix = "t" + i + "-";
                    threads.execute(() -> {
                        for (int unit = 0; unit < EACH; unit++) {
                            Some.submit(ledger, prefix + unit);
                        }
                    });
                }
            }
            List<PGNotification> heard = untilOwn(listener);
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
            assertThat(heard).hasSizeBetween(1, (int) (millis / MILLIS_BETWEEN_TELLINGS) + 2);
            assertThat(Some.claim(ledger, 1, THREADS * EACH)).hasSize(THREADS * EACH);
        }
    }

    private void listen(Connection listener) throws SQLException {
        listener.setAutoCommit(true);
        try (var statement = listener.createStatement()) {
            statement.execute("LISTEN holdfast_" + schema);
        }
    }

    /** What was sent before a notification that this connection sends itself, without that. */
    private List<PGNotification> untilOwn(Connection listener) throws SQLException {
        PGConnection postgres = listener.unwrap(PGConnection.class);
        List<PGNotification> heard = new ArrayList<>();
        try (var statement = listener.createStatement()) {
            statement.execute("NOTIFY holdfast_" + schema + ", 'own'");
            while (true) {
                for (PGNotification each : postgres.getNotifications(1_000)) {
                    if (each.getParameter().equals("own")) {
                        return heard;
                    }
                    heard.add(each);
                }
            }
        } finally {
            try (var statement = listener.createStatement()) {
                statement.execute("UNLISTEN *");
            }
        }
    }
}
