// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.server.Access;
import dev.holdfast.server.LedgerServer;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast serve}. */
@Command(
        name = "serve",
        description = {
            "Give the ledger to others over HTTP, until a signal ends it. They name the address where they would name a"
                    + " file: --ledger http://HOST:PORT, and the token in HOLDFAST_TOKEN."
        },
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int PORT = 7420;

    @Mixin
    private LedgerOption ledger;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            defaultValue = LOOPBACK,
            description = "the address to listen at (default: " + LOOPBACK + ", seen from this machine only)")
    private String host;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "" + PORT,
            description = "the port to listen at; 0 takes one that is free (default: " + PORT + ")")
    private int port;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "a file with the token that clients have to show; needed to listen at other addresses than"
                    + " loopback")
    private Path tokenFile;

    @Option(names = "--dev", description = "serve a ledger that is not fit for production")
    private boolean dev;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws InterruptedException {
        Access access = access();
        LedgerPlace place = ledger.place();
        if (place instanceof LedgerPlace.AtServer server) {
            throw server.elsewhere("serve");
        }
        CountDownLatch ending = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> endAndWait(ending, ended)));
        try (Ledger open = place.openOrCreate()) {
            ProductionCheck.check(open, dev, ExitCode.REFUSED);
            try (LedgerServer server = start(open, access)) {
                output.out().println("%s is served at %s".formatted(place.shown(), server.address()));
                output.out().flush();
                ending.await();
            }
        } finally {
            ended.countDown();
        }
        return ExitCode.DONE;
    }

    /** The process is told to end: what was begun is answered, then the ledger is closed, and only then it ends. */
    private static void endAndWait(CountDownLatch ending, CountDownLatch ended) {
        ending.countDown();
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private LedgerServer start(Ledger open, Access access) {
        try {
            return LedgerServer.start(open, host, port, access);
        } catch (JavalinBindException e) {
            throw new CliException(
                    ExitCode.USAGE,
                    "port %d of %s is taken, or not yours to take; choose another with --port".formatted(port, host));
        }
    }

    private Access access() {
        if (port < 0 || port > 65_535) {
            throw new CliException(ExitCode.USAGE, "--port is 0 to 65535, not " + port);
        }
        if (tokenFile != null) {
            return token();
        }
        try {
            if (InetAddress.getByName(host).isLoopbackAddress()) {
                return Access.open();
            }
        } catch (UnknownHostException e) {
            throw new CliException(ExitCode.USAGE, "there is no address of the name '" + host + "'");
        }
        throw new CliException(
                ExitCode.USAGE,
                "'%s' is seen from other machines: name a file with a token that clients have to show, --token-file FILE"
                        .formatted(host));
    }

    private Access token() {
        try {
            return Access.token(Files.readString(tokenFile).strip());
        } catch (IOException e) {
            throw new CliException(ExitCode.USAGE, "the token cannot be read from " + tokenFile);
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, tokenFile + ": " + e.getMessage());
        }
    }
}
