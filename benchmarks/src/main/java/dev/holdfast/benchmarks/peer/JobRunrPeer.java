// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.peer;

import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Database;
import java.time.Duration;
import java.util.stream.LongStream;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.jackson.JacksonJsonMapper;

/** JobRunr: {@code threads}, {@code poll} in ms. */
final class JobRunrPeer implements Peer {
    private final Database database;
    private final Arguments arguments;
    private final StorageProvider storage;
    private final JobScheduler scheduler;

    static void create(Database database) throws Exception {
        database.execute("DROP SCHEMA IF EXISTS jobrunr CASCADE", "CREATE SCHEMA jobrunr");
    }

    JobRunrPeer(Database database, Arguments arguments) {
        this.database = database;
        this.arguments = arguments;
        storage = storage(database, 24);
        scheduler = new JobScheduler(storage(database, 10));
    }

    private static StorageProvider storage(Database database, int connections) {
        PostgresStorageProvider provider =
                new PostgresStorageProvider(database.pool(connections, "currentSchema=jobrunr"));
        provider.setJobMapper(new JobMapper(new JacksonJsonMapper()));
        return provider;
    }

    @Override
    public void enqueue(long sentAt) {
        scheduler.enqueue(() -> Jobs.run(sentAt));
    }

    @Override
    public void enqueueAll(int count) {
        scheduler.enqueue(LongStream.range(0, count).map(i -> 0).boxed(), zero -> Jobs.run(zero));
    }

    @Override
    public void start() {
        JobRunr.configure()
                .useStorageProvider(storage)
                .useBackgroundJobServer(BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                        .andWorkerCount(arguments.number("threads", 64))
                        .andPollInterval(Duration.ofMillis(arguments.number("poll", 5_000))))
                .initialize();
    }

    @Override
    public long remaining() throws Exception {
        return database.number("SELECT count(*) FROM jobrunr.jobrunr_jobs WHERE state <> 'SUCCEEDED'");
    }
}
