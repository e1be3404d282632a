// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.server;

import dev.holdfast.client.wire.Wire;
import dev.holdfast.core.ledger.Ledger;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import java.net.URI;
import java.time.Duration;

/**
 * Gives a ledger to others over HTTP: commands, queries, and a stream of hints that there is work. Decides nothing; the
 * ledger does.
 *
 * <p>Closing it ends the connections, and leaves the ledger open. Thread-safe.
 */
public final class LedgerServer implements AutoCloseable {
    private static final int MAX_HEADERS = 16 * 1024;
    private static final Duration IDLE = Duration.ofSeconds(60);

    private final Javalin http;
    private final ChangeStream changes;
    private final String host;

    private LedgerServer(Javalin http, ChangeStream changes, String host) {
        this.http = http;
        this.changes = changes;
        this.host = host;
    }

    /**
     * Starts to listen.
     *
     * @param ledger open for as long as the server is
     * @param host the address to listen at, as a name or number; {@code 127.0.0.1} is seen from this machine only
     * @param port 0 for any that is free
     * @param access who may come in
     * @throws io.javalin.util.JavalinBindException when somebody else listens there
     */
    public static LedgerServer start(Ledger ledger, String host, int port, Access access) {
        ChangeStream changes = new ChangeStream(ledger);
        Javalin http = Javalin.create(config -> configure(config, ledger, changes, access));
        http.start(host, port);
        return new LedgerServer(http, changes, host);
    }

    private static void configure(JavalinConfig config, Ledger ledger, ChangeStream changes, Access access) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.concurrency.useVirtualThreads = true;
        config.http.maxRequestSize = Wire.MAX_REQUEST;
        config.http.defaultContentType = Responses.JSON;
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setRequestHeaderSize(MAX_HEADERS);
            http.setIdleTimeout(IDLE.toMillis());
        });
        config.routes.before("/v1/*", access::check);
        config.routes.get("/healthz", context -> context.result("{\"status\":\"up\"}"));
        new LedgerRoutes(ledger).add(config.routes);
        config.routes.get("/v1/changes", changes::stream);
        Responses.addProblems(config.routes);
    }

    /** Where it listens. */
    public URI address() {
        return URI.create("http://%s:%d".formatted(host.contains(":") ? "[" + host + "]" : host, http.port()));
    }

    @Override
    public void close() {
        changes.close();
        http.stop();
    }
}
