// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A bad network between a client and PostgreSQL: a proxy on a loopback port of its own, which does no harm until a test
 * says so. What the test says holds for connections that are open and for those to come, until {@link #heal()}.
 *
 * <p>Thread-safe. Encryption is declined, because the proxy reads what it forwards.
 */
public final class FaultProxy implements AutoCloseable {
    /** A way through the proxy. */
    public enum Direction {
        TO_SERVER,
        TO_CLIENT
    }

    private final InetSocketAddress target;
    private final ServerSocket listener;
    private final FaultConditions conditions = new FaultConditions();
    private final List<FaultLink> links = new CopyOnWriteArrayList<>();

    private FaultProxy(InetSocketAddress target, ServerSocket listener) {
        this.target = target;
        this.listener = listener;
    }

    /** A running proxy to this server. */
    public static FaultProxy to(String host, int port) {
        try {
            ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            FaultProxy proxy = new FaultProxy(new InetSocketAddress(host, port), listener);
            Thread.ofVirtual().name("fault-proxy").start(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it listens, with {@link #port()}. */
    public String host() {
        return listener.getInetAddress().getHostAddress();
    }

    public int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                FaultLink link = FaultLink.open(listener.accept(), target, conditions, links::remove);
                links.add(link);
                if (conditions.isRefusing()) {
                    link.reset();
                } else {
                    link.start();
                }
            } catch (IOException e) {
                // Closed, or one client or the server is not there: the client sees that its connection ends.
            }
        }
    }

    /** What is sent arrives this much later, each burst of messages and in each direction. */
    public void delay(Duration latency) {
        conditions.setLatency(latency);
    }

    /** What is sent arrives in pieces of this many bytes at most. */
    public void slice(int bytes) {
        conditions.setSlice(bytes);
    }

    /** Nothing arrives any more in this direction, and nobody is told; it arrives after {@link #heal()}. */
    public void stop(Direction direction) {
        conditions.stop(direction);
    }

    /** Connections are taken, and nothing arrives in either direction; it arrives after {@link #heal()}. */
    public void blackHole() {
        stop(Direction.TO_SERVER);
        stop(Direction.TO_CLIENT);
    }

    /** Resets all connections that are open now. */
    public void reset() {
        links.forEach(FaultLink::reset);
    }

    /** Resets all connections, and new ones at once, as if no server was there. */
    public void refuse() {
        conditions.setRefusing();
        reset();
    }

    /** Orders one cut; replaces one that was ordered and has not happened. */
    public void cut(Cut cut) {
        conditions.order(Optional.of(cut));
    }

    /** How many of the cuts ordered so far have happened. */
    public int cuts() {
        return conditions.cuts();
    }

    /** How many connections are open. */
    public int connections() {
        return links.size();
    }

    /** No more harm from now on, and no cut that has not happened yet. */
    public void heal() {
        conditions.heal();
    }

    /** Resets all connections and listens no more. */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        conditions.heal();
        reset();
    }
}
