// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.torture;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands before a server and, when told to, cuts the connection that next sends something: in turn before the server sees
 * it, and after, so that the answer is lost. It does not look into what it forwards, which may be encrypted. Thread-safe.
 */
final class CuttingProxy implements AutoCloseable {
    private static final int PIECE = 64 * 1024;

    private final ServerUrl server;
    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger ordered = new AtomicInteger();
    private final AtomicInteger cuts = new AtomicInteger();

    private CuttingProxy(ServerUrl server, ServerSocket listener) {
        this.server = server;
        this.listener = listener;
    }

    static CuttingProxy before(ServerUrl server) {
        try {
            ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            CuttingProxy proxy = new CuttingProxy(server, listener);
            Thread.ofVirtual().start(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Orders so many cuts. */
    void cut(int count) {
        ordered.addAndGet(count);
    }

    int cuts() {
        return cuts.get();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                open.add(client);
                Thread.ofVirtual().start(() -> connect(client));
            } catch (IOException e) {
                // Closed: the loop ends. Otherwise one client is gone again, and others will come.
            }
        }
    }

    private void connect(Socket client) {
        try {
            Socket target = new Socket(server.host(), server.port());
            open.add(target);
            client.setTcpNoDelay(true);
            target.setTcpNoDelay(true);
            Thread.ofVirtual().start(() -> forward(target, client, false));
            forward(client, target, true);
        } catch (IOException e) {
            end(client); // the server is not there, and the client sees that
        }
    }

    private void forward(Socket from, Socket to, boolean mayCut) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] piece = new byte[PIECE];
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                if (mayCut && takeOrder()) {
                    if (cuts.incrementAndGet() % 2 == 0) {
                        from.setSoLinger(true, 0);
                        from.close();
                        out.write(piece, 0, count);
                    }
                    return;
                }
                out.write(piece, 0, count);
            }
        } catch (IOException e) {
            // One side is gone; closing tells the other.
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private boolean takeOrder() {
        return ordered.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Nobody is left to be told.
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        open.forEach(CuttingProxy::end);
    }
}
