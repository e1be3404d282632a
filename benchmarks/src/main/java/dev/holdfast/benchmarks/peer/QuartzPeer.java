// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.peer;

import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Database;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.impl.jdbcjobstore.JobStoreTX;

/** Quartz, clustered JDBC store: {@code threads}, {@code acquire} triggers at a time. */
final class QuartzPeer implements Peer {
    private static final int BATCH = 500;

    private final Database database;
    private final String prefix = UUID.randomUUID() + "-";
    private final AtomicLong number = new AtomicLong();
    private final Scheduler scheduler;

    /** What Quartz calls by its class; public for that. */
    public static final class CountingJob implements Job {
        @Override
        public void execute(JobExecutionContext context) {
            Jobs.run(context.getMergedJobDataMap().getLong("sentAt"));
        }
    }

    static void create(Database database) throws Exception {
        database.execute(script());
    }

    private static String script() throws IOException {
        try (InputStream stream = JobStoreTX.class.getResourceAsStream("tables_postgres.sql")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
        }
    }

    QuartzPeer(Database database, Arguments arguments) throws SchedulerException {
        this.database = database;
        int threads = arguments.number("threads", 20);
        int acquire = arguments.number("acquire", 20);
        Properties settings = new Properties();
        settings.put("org.quartz.scheduler.instanceName", "bench");
        settings.put("org.quartz.scheduler.instanceId", prefix);
        settings.put("org.quartz.scheduler.skipUpdateCheck", "true");
        settings.put("org.quartz.scheduler.batchTriggerAcquisitionMaxCount", Integer.toString(acquire));
        settings.put("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        settings.put("org.quartz.threadPool.threadCount", Integer.toString(threads));
        String store = "org.quartz.jobStore.";
        settings.put(store + "class", JobStoreTX.class.getName());
        settings.put(store + "driverDelegateClass", "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate");
        settings.put(store + "isClustered", "true");
        settings.put(store + "acquireTriggersWithinLock", Boolean.toString(acquire > 1));
        settings.put(store + "useProperties", "true");
        settings.put(store + "tablePrefix", "QRTZ_");
        settings.put(store + "misfireThreshold", "3600000");
        settings.put(store + "dataSource", "bench");
        String source = "org.quartz.dataSource.bench.";
        settings.put(source + "driver", "org.postgresql.Driver");
        settings.put(source + "provider", "hikaricp");
        settings.put(source + "URL", database.url());
        settings.put(source + "maxConnections", Integer.toString(threads + 13));
        scheduler = new StdSchedulerFactory(settings).getScheduler();
    }

    @Override
    public void enqueue(long sentAt) throws SchedulerException {
        JobDetail job = job(sentAt);
        scheduler.scheduleJob(job, trigger(job));
    }

    @Override
    public void enqueueAll(int count) throws SchedulerException {
        for (int from = 0; from < count; from += BATCH) {
            Map<JobDetail, Set<? extends Trigger>> batch = new HashMap<>();
            for (int i = from; i < Math.min(count, from + BATCH); i++) {
                JobDetail job = job(0);
                batch.put(job, Set.of(trigger(job)));
            }
            scheduler.scheduleJobs(batch, false);
        }
    }

    private JobDetail job(long sentAt) {
        return JobBuilder.newJob(CountingJob.class)
                .withIdentity(prefix + number.incrementAndGet())
                .usingJobData("sentAt", Long.toString(sentAt))
                .build();
    }

    private static Trigger trigger(JobDetail job) {
        return TriggerBuilder.newTrigger()
                .withIdentity(job.getKey().getName())
                .forJob(job)
                .startNow()
                .build();
    }

    @Override
    public void start() throws SchedulerException {
        scheduler.start();
    }

    @Override
    public long remaining() throws Exception {
        return database.number("SELECT count(*) FROM qrtz_triggers");
    }
}
