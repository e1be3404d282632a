// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import dev.holdfast.jdbc.sqlite.SqliteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;

/** E14: claim and settle of SQLite against the bare loop, on the same disk in the same run. */
final class SqliteBenchmark {
    private static final int BACKLOG = 150_000;

    private SqliteBenchmark() {}

    static void run() throws Exception {
        for (SqliteOptions.Synchronous synchronous : SqliteOptions.Synchronous.values()) {
            for (int batch : new int[] {1, 10, 100, 500}) {
                String name = "sqlite " + synchronous + ", claim and settle, batch " + batch;
                double bare = Measure.median(name + ", bare loop", 3, () -> bare(synchronous, batch));
                double holdfast = Measure.median(name + ", Holdfast", 3, () -> holdfast(synchronous, batch, 1));
                System.out.printf(Locale.ROOT, "%s: %.2fx%n", name, holdfast / bare);
            }
            double hundred = Measure.median(
                    "sqlite " + synchronous + ", claim and settle, batch 100, 100 keys",
                    3,
                    () -> holdfast(synchronous, 100, 100));
            System.out.printf(Locale.ROOT, "sqlite %s, 100 keys: %,.0f /s%n", synchronous, hundred);
            submit(synchronous);
        }
    }

    private static void submit(SqliteOptions.Synchronous synchronous) throws Exception {
        for (int batch : new int[] {1, 1_000}) {
            String name = "sqlite " + synchronous + ", submit, batch " + batch;
            double bare = Measure.median(
                    name + ", bare insert",
                    3,
                    () -> inFolder(file -> {
                        try (BareSqlite sqlite = new BareSqlite(file, synchronous.name())) {
                            return timed(batch, 0, () -> {
                                sqlite.insert(batch);
                                return batch;
                            });
                        }
                    }));
            double holdfast = Measure.median(
                    name + ", Holdfast with keys",
                    3,
                    () -> inFolder(file -> {
                        try (Ledger ledger =
                                SqliteLedger.open(file, SqliteOptions.DEFAULT.withSynchronous(synchronous))) {
                            LifeCycles cycles = new LifeCycles(ledger, 1);
                            return timed(batch, 0, () -> {
                                cycles.submit(batch);
                                return batch;
                            });
                        }
                    }));
            System.out.printf(Locale.ROOT, "%s: %.2fx%n", name, holdfast / bare);
        }
    }

    private static double bare(SqliteOptions.Synchronous synchronous, int batch) throws Exception {
        return inFolder(file -> {
            try (BareSqlite sqlite = new BareSqlite(file, synchronous.name())) {
                for (int i = 0; i < BACKLOG; i += 1_000) {
                    sqlite.insert(1_000);
                }
                return timed(batch, BACKLOG, () -> sqlite.deleteAndClaim(batch));
            }
        });
    }

    private static double holdfast(SqliteOptions.Synchronous synchronous, int batch, int keys) throws Exception {
        return inFolder(file -> {
            try (Ledger ledger = SqliteLedger.open(file, SqliteOptions.DEFAULT.withSynchronous(synchronous))) {
                LifeCycles cycles = new LifeCycles(ledger, keys);
                for (int i = 0; i < BACKLOG; i += 1_000) {
                    cycles.submit(1_000);
                }
                return timed(batch, BACKLOG, () -> cycles.claimAndSettle(batch));
            }
        });
    }

    private interface Step {
        int units() throws Exception;
    }

    /** Repeats a step for two seconds, or until the backlog is nearly used up. */
    private static double timed(int batch, int backlog, Step step) throws Exception {
        long from = System.nanoTime();
        long done = 0;
        while (System.nanoTime() - from < 2_000_000_000L && (backlog == 0 || done + 3L * batch < backlog)) {
            done += step.units();
        }
        return Measure.since(from, done);
    }

    private interface InFolder {
        double measure(Path file) throws Exception;
    }

    /** On the disk of the working directory: temporary folders are often in memory. */
    private static double inFolder(InFolder measurement) throws Exception {
        Path folder = Files.createTempDirectory(Path.of("").toAbsolutePath(), "bench-");
        try {
            return measurement.measure(folder.resolve("bench.db"));
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
