// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A PostgreSQL that one test owns: it can be stopped, killed and started again on the same data and the same port. Its
 * data is in the folder for temporary files and goes with {@link #close()}, or with the JVM, however that ends.
 *
 * <p>Not thread-safe; for connections to it see {@link #server()}.
 */
public final class DedicatedServer implements AutoCloseable {
    private static final int ANY_PORT = 0;
    private static final int LINES_OF_LOG = 15;
    /** Far longer than a start takes, because a machine may be busy; also how long it takes to see that a start failed. */
    private static final Duration STARTUP = Duration.ofSeconds(30);
    /** Orphaned backends leave as soon as they wait for anything; one that computes is helped after this time. */
    private static final int ORPHAN_SECONDS = 5;

    private final ServerSettings settings;
    private final Path folder;
    private final Caretaker caretaker;
    private Optional<EmbeddedPostgres> running = Optional.empty();
    private int port = ANY_PORT;

    private DedicatedServer(ServerSettings settings) throws IOException {
        this.settings = settings;
        this.folder = Files.createTempDirectory("holdfast-postgres-").toRealPath();
        this.caretaker = Caretaker.of(folder, data());
    }

    static DedicatedServer start(ServerSettings settings) {
        try {
            DedicatedServer server = new DedicatedServer(settings);
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it listens. Stays the same when it is started again. */
    public PostgresServer server() {
        return new PostgresServer("localhost", port, "postgres", "postgres", "");
    }

    /**
     * Starts it; does nothing when it was not stopped or killed. Returns when it takes connections.
     *
     * @throws IllegalStateException when it does not start; the message has the end of its log
     */
    public void start() {
        if (running.isPresent()) {
            return;
        }
        try {
            running = Optional.of(builder().start());
            port = running.get().getPort();
        } catch (IOException | RuntimeException e) {
            String story = log();
            close();
            throw new IllegalStateException("PostgreSQL did not start: " + e.getMessage() + "\n" + story, e);
        }
    }

    private EmbeddedPostgres.Builder builder() {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(data())
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPort(port)
                .setPGStartupWait(STARTUP)
                .setOutputRedirector(Redirect.appendTo(logFile().toFile()))
                .setErrorRedirector(Redirect.appendTo(logFile().toFile()))
                .setLocaleConfig("locale", "C")
                .setServerConfig("fsync", settings.durable() ? "on" : "off")
                .setServerConfig("full_page_writes", settings.durable() ? "on" : "off")
                .setServerConfig("synchronous_commit", settings.durable() ? "on" : "off");
        settings.parameters().forEach(builder::setServerConfig);
        return builder;
    }

    /** Stops it in order: connections end, everything is on disk. */
    public void stop() {
        running.ifPresent(DedicatedServer::shutDown);
        running = Optional.empty();
    }

    /** Kills the postmaster as {@code kill -9} does, and returns when its orphaned backends are gone too. */
    public void kill() {
        EmbeddedPostgres killed = running.orElseThrow(() -> new IllegalStateException("it does not run"));
        ProcessHandle postmaster = ProcessHandle.of(postmaster())
                .orElseThrow(() -> new IllegalStateException("the postmaster is gone already"));
        List<ProcessHandle> backends = postmaster.children().toList();
        postmaster.destroyForcibly();
        postmaster.onExit().join();
        for (ProcessHandle backend : backends) {
            backend.onExit()
                    .completeOnTimeout(backend, ORPHAN_SECONDS, TimeUnit.SECONDS)
                    .thenAccept(ProcessHandle::destroyForcibly)
                    .thenCompose(nothing -> backend.onExit())
                    .join();
        }
        shutDown(killed); // finds nothing to stop; releases the library's lock on the data
        running = Optional.empty();
    }

    /** The process id of the postmaster, for signals that a test sends itself. */
    public long postmaster() {
        try {
            return Long.parseLong(Files.readAllLines(data().resolve("postmaster.pid"))
                    .getFirst()
                    .strip());
        } catch (IOException e) {
            throw new IllegalStateException("it does not run", e);
        }
    }

    private static void shutDown(EmbeddedPostgres embedded) {
        try {
            embedded.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path data() {
        return folder.resolve("data");
    }

    private Path logFile() {
        return folder.resolve("log");
    }

    /** The end of what the server has said so far. */
    public String log() {
        try {
            List<String> lines = Files.exists(logFile()) ? Files.readAllLines(logFile()) : List.of();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_OF_LOG), lines.size()));
        } catch (IOException e) {
            return "no log: " + e.getMessage();
        }
    }

    /** Ends the server at once and deletes its data. */
    @Override
    public void close() {
        running = Optional.empty();
        caretaker.finish();
    }
}
