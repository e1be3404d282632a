// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.peer;

import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Database;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** A job library that runs the same job, {@link Jobs#run}, from a table in PostgreSQL. */
interface Peer {
    int LOADERS = 8;

    /**
     * Enqueues one job in a transaction of its own. Thread-safe.
     *
     * @param sentAt what the job hands to {@link Jobs#run}; 0 when nobody measures
     */
    void enqueue(long sentAt) throws Exception;

    /** Enqueues many jobs, as fast as the library can. */
    default void enqueueAll(int count) throws Exception {
        AtomicInteger left = new AtomicInteger(count);
        Callable<Void> loader = () -> {
            while (left.getAndDecrement() > 0) {
                enqueue(0);
            }
            return null;
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(LOADERS)) {
            for (Future<Void> each : threads.invokeAll(java.util.Collections.nCopies(LOADERS, loader))) {
                each.get();
            }
        }
    }

    /** Whether {@link #enqueueAll} is more than many calls of {@link #enqueue}. */
    default boolean enqueuesInBulk() {
        return true;
    }

    /** Starts running jobs. */
    void start() throws Exception;

    /** Jobs that are not finished, as the tables say. */
    long remaining() throws Exception;

    /** Makes fresh tables. Not called in a process that joins another. */
    static void create(String name, Database database, Arguments arguments) throws Exception {
        switch (name) {
            case "db-scheduler" -> DbSchedulerPeer.create(database);
            case "jobrunr" -> JobRunrPeer.create(database);
            case "quartz" -> QuartzPeer.create(database);
            case "dbos" -> DbosPeer.create(database, arguments);
            default -> throw new IllegalArgumentException("no such peer: " + name);
        }
    }

    /** Over tables that are there; ready to enqueue. */
    static Peer open(String name, Database database, Arguments arguments) throws Exception {
        return switch (name) {
            case "db-scheduler" -> new DbSchedulerPeer(database, arguments);
            case "jobrunr" -> new JobRunrPeer(database, arguments);
            case "quartz" -> new QuartzPeer(database, arguments);
            case "dbos" -> new DbosPeer(database, arguments);
            default -> throw new IllegalArgumentException("no such peer: " + name);
        };
    }
}
