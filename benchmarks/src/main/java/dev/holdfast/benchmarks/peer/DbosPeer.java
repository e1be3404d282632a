// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.peer;

import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.DBOSClient;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Queue;
import dev.dbos.transact.workflow.Workflow;
import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Database;
import java.time.Duration;

/** DBOS Transact for Java: a queue of workflows of no steps; {@code poll} in ms. */
final class DbosPeer implements Peer {
    private static final String QUEUE = "bench";
    private static final String VERSION = "1";

    private final Database database;
    private final DBOS dbos;
    private final DBOSClient client;

    /** What DBOS proxies; public for that. */
    public interface Counting {
        void noop(long sentAt);
    }

    /** What DBOS calls by its name; public for that. */
    public static final class CountingWorkflow implements Counting {
        @Override
        @Workflow(name = "noop")
        public void noop(long sentAt) {
            Jobs.run(sentAt);
        }
    }

    static void create(Database database, Arguments arguments) throws Exception {
        database.execute("DROP SCHEMA IF EXISTS dbos CASCADE");
        try (HikariDataSource pool = database.pool(4)) {
            // The first launch makes the tables.
            DBOS first = configure(pool, arguments);
            first.launch();
            first.shutdown();
        }
    }

    DbosPeer(Database database, Arguments arguments) {
        this.database = database;
        dbos = configure(database.pool(20), arguments);
        client = new DBOSClient(database.pool(LOADERS));
    }

    private static DBOS configure(HikariDataSource pool, Arguments arguments) {
        DBOS configured = new DBOS(DBOSConfig.defaults("bench")
                .withDataSource(pool)
                .withAppVersion(VERSION)
                .withUseListenNotify(true));
        configured.registerProxy(Counting.class, new CountingWorkflow());
        configured.registerQueue(
                new Queue(QUEUE).withPollingInterval(Duration.ofMillis(arguments.number("poll", 1_000))));
        return configured;
    }

    @Override
    public void enqueue(long sentAt) {
        client.enqueueWorkflow(
                new DBOSClient.EnqueueOptions("noop", CountingWorkflow.class.getName(), QUEUE).withAppVersion(VERSION),
                new Object[] {sentAt});
    }

    @Override
    public boolean enqueuesInBulk() {
        return false;
    }

    @Override
    public void start() {
        dbos.launch();
    }

    @Override
    public long remaining() throws Exception {
        return database.number("SELECT count(*) FROM dbos.workflow_status WHERE status <> 'SUCCESS'");
    }
}
