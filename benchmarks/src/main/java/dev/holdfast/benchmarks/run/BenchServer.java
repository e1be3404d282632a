// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The server that everything of one run is measured on: a PostgreSQL of its own, as durable as in production, with its
 * data beside the working directory because temporary folders are often in memory. Also works as root. Or a server that
 * is there already, by {@value #URL_VARIABLE}; its superuser is needed for CHECKPOINT.
 */
public final class BenchServer implements AutoCloseable {
    public static final String URL_VARIABLE = "HOLDFAST_BENCH_JDBC_URL";

    private final Database database;
    private final Optional<EmbeddedPostgres> started;
    private final Optional<Path> folder;

    private BenchServer(Database database, Optional<EmbeddedPostgres> started, Optional<Path> folder) {
        this.database = database;
        this.started = started;
        this.folder = folder;
    }

    public static BenchServer open() throws IOException {
        String url = System.getenv(URL_VARIABLE);
        return url == null ? start() : new BenchServer(new Database(url), Optional.empty(), Optional.empty());
    }

    public static BenchServer start() throws IOException {
        Path folder = Files.createTempDirectory(Path.of("").toAbsolutePath(), "bench-");
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setDataDirectory(folder.resolve("data"))
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("shared_buffers", "1GB")
                .setServerConfig("max_wal_size", "20GB")
                .setServerConfig("checkpoint_timeout", "1h")
                .setServerConfig("max_connections", "300")
                .setRegisterShutdownHook(false)
                .start();
        String url = "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres?user=postgres";
        BenchServer started = new BenchServer(new Database(url), Optional.of(server), Optional.of(folder));
        // For whoever interrupts a run: the data may be many gigabytes.
        Runtime.getRuntime().addShutdownHook(new Thread(started::closeQuietly));
        return started;
    }

    private void closeQuietly() {
        try {
            close();
        } catch (IOException e) {
            System.err.println("the server's data may be left behind: " + e.getMessage());
        }
    }

    public Database database() {
        return database;
    }

    /** One line about version and settings, for the head of the table. */
    public String description() throws SQLException {
        StringBuilder line = new StringBuilder("PostgreSQL ").append(database.text("SHOW server_version"));
        for (String setting : new String[] {"fsync", "synchronous_commit", "shared_buffers", "max_wal_size"}) {
            line.append(", ").append(setting).append(' ').append(database.text("SHOW " + setting));
        }
        return line.toString();
    }

    @Override
    public synchronized void close() throws IOException {
        if (started.isPresent()) {
            started.get().close();
        }
        if (folder.isPresent()) {
            Folders.delete(folder.get());
        }
    }
}
