// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.peer;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.SystemClock;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Database;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/** db-scheduler: {@code strategy=lock|fetch}, {@code threads}, {@code poll} in ms, {@code immediate} for a local hint. */
final class DbSchedulerPeer implements Peer {
    private static final int BATCH = 1_000;

    private final Database database;
    private final OneTimeTask<Long> task =
            Tasks.oneTime("noop", Long.class).execute((instance, context) -> Jobs.run(instance.getData()));
    private final String prefix = UUID.randomUUID() + "-";
    private final AtomicLong number = new AtomicLong();
    private final Scheduler scheduler;
    private final SchedulerClient client;

    static void create(Database database) throws Exception {
        database.execute(
                "DROP TABLE IF EXISTS scheduled_tasks",
                """
                CREATE TABLE scheduled_tasks (
                    task_name text NOT NULL, task_instance text NOT NULL, task_data bytea,
                    execution_time timestamptz NOT NULL, picked boolean NOT NULL, picked_by text,
                    last_success timestamptz, last_failure timestamptz, consecutive_failures integer,
                    last_heartbeat timestamptz, version bigint NOT NULL, priority smallint,
                    PRIMARY KEY (task_name, task_instance))\
                """,
                "CREATE INDEX ON scheduled_tasks (execution_time)",
                "CREATE INDEX ON scheduled_tasks (last_heartbeat)",
                "CREATE INDEX ON scheduled_tasks (priority DESC, execution_time ASC)");
    }

    DbSchedulerPeer(Database database, Arguments arguments) {
        this.database = database;
        int threads = arguments.number("threads", 10);
        DataSource pool = database.pool(threads + 14, "reWriteBatchedInserts=true");
        SchedulerBuilder builder = Scheduler.create(pool, task)
                .threads(threads)
                .serializer(new Decimals())
                .schedulerName(new SchedulerName.Fixed("worker-" + prefix))
                .pollingInterval(Duration.ofMillis(arguments.number("poll", 1_000)));
        if (arguments.text("strategy", "lock").equals("lock")) {
            builder.pollUsingLockAndFetch(0.5, 4.0);
        }
        boolean immediate = arguments.flag("immediate", false);
        if (immediate) {
            builder.enableImmediateExecution();
        }
        scheduler = builder.build();
        client = immediate
                ? scheduler
                : SchedulerClient.Builder.create(pool, task)
                        .serializer(new Decimals())
                        .build();
    }

    @Override
    public void enqueue(long sentAt) {
        client.scheduleIfNotExists(next(sentAt), now());
    }

    @Override
    public void enqueueAll(int count) {
        for (int from = 0; from < count; from += BATCH) {
            List<TaskInstance<?>> batch = new ArrayList<>(BATCH);
            for (int i = from; i < Math.min(count, from + BATCH); i++) {
                batch.add(next(0));
            }
            client.scheduleBatch(batch, now());
        }
    }

    private TaskInstance<Long> next(long sentAt) {
        return task.instance(prefix + number.incrementAndGet(), sentAt);
    }

    private static Instant now() {
        return new SystemClock().now();
    }

    @Override
    public void start() {
        scheduler.start();
    }

    @Override
    public long remaining() throws Exception {
        return database.number("SELECT count(*) FROM scheduled_tasks");
    }

    /** Cheaper than the library's default, Java's own serialisation. */
    private static final class Decimals implements Serializer {
        @Override
        public byte[] serialize(Object data) {
            return data.toString().getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public <T> T deserialize(Class<T> type, byte[] bytes) {
            return type.cast(Long.valueOf(new String(bytes, StandardCharsets.US_ASCII)));
        }
    }
}
