// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * One connection through a {@link FaultProxy}: two threads that forward whole messages.
 *
 * <p>An answer ends with ReadyForQuery, one for each message that asks for it and one before all, after the log-in. So
 * the two threads agree by number on the answer that a cut is about, also when the client has sent much ahead.
 */
final class FaultLink {
    private static final byte DECLINED = 'N';
    private static final int READY = 'Z';

    /** The answer of this number is lost, or is the last one that arrives. */
    private record LastAnswer(int number, boolean lost) {}

    private final Socket client;
    private final Socket server;
    private final FaultConditions conditions;
    private final Consumer<FaultLink> ended;
    private final AtomicReference<Optional<LastAnswer>> last = new AtomicReference<>(Optional.empty());

    private FaultLink(Socket client, Socket server, FaultConditions conditions, Consumer<FaultLink> ended) {
        this.client = client;
        this.server = server;
        this.conditions = conditions;
        this.ended = ended;
    }

    static FaultLink open(Socket client, SocketAddress target, FaultConditions conditions, Consumer<FaultLink> ended)
            throws IOException {
        Socket server = new Socket();
        try {
            server.connect(target);
            server.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
        } catch (IOException e) {
            reset(client);
            reset(server);
            throw e;
        }
        return new FaultLink(client, server, conditions, ended);
    }

    void start() {
        Thread.ofVirtual().name("fault-proxy-to-server").start(() -> run(this::forwardToServer));
        Thread.ofVirtual().name("fault-proxy-to-client").start(() -> run(this::forwardToClient));
    }

    private interface Forwarding {
        /** Returns whether the connection has ended. */
        boolean run() throws IOException, InterruptedException;
    }

    private void run(Forwarding forwarding) {
        try {
            if (forwarding.run()) {
                close();
            }
        } catch (IOException | RuntimeException e) {
            reset(); // one side is gone, and the other one sees that
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reset();
        }
    }

    private boolean forwardToServer() throws IOException, InterruptedException {
        InputStream in = new BufferedInputStream(client.getInputStream());
        FrontendMessages messages = new FrontendMessages(in);
        byte[] opening = messages.opening();
        while (FrontendMessages.isEncryption(opening)) {
            client.getOutputStream().write(DECLINED);
            opening = messages.opening();
        }
        send(opening, server, FaultProxy.Direction.TO_SERVER, true);
        if (FrontendMessages.isCancel(opening)) {
            return false;
        }
        int asked = 0;
        Optional<Cut.Side> cut = Optional.empty();
        while (true) {
            boolean fresh = in.available() == 0;
            Optional<FrontendMessages.Message> next = messages.next();
            if (next.isEmpty()) {
                return true;
            }
            FrontendMessages.Message message = next.get();
            cut = cut.isPresent() ? cut : conditions.pass(message);
            if (cut.equals(Optional.of(Cut.Side.BEFORE))) {
                conditions.cutDone();
                reset();
                return false;
            }
            asked += message.asks() ? 1 : 0;
            boolean isLast = cut.isPresent() && message.asks();
            if (isLast) {
                last.set(Optional.of(new LastAnswer(asked, cut.get() == Cut.Side.ANSWER_LOST)));
            }
            send(message.bytes(), server, FaultProxy.Direction.TO_SERVER, fresh);
            if (isLast) {
                return false; // the other thread cuts, when the server has answered
            }
        }
    }

    private boolean forwardToClient() throws IOException, InterruptedException {
        InputStream buffered = new BufferedInputStream(server.getInputStream());
        DataInputStream in = new DataInputStream(buffered);
        int answer = 0;
        while (true) {
            boolean fresh = buffered.available() == 0;
            int type = in.read();
            if (type < 0) {
                return true;
            }
            byte[] message = message(type, in);
            int number = answer;
            Optional<LastAnswer> cut = last.get().filter(each -> each.number() == number);
            boolean isEnd = cut.isPresent() && type == READY;
            if (isEnd) {
                conditions.cutDone(); // before the client can notice, so that a test that saw it sees the cut
            }
            if (cut.filter(LastAnswer::lost).isEmpty()) {
                send(message, client, FaultProxy.Direction.TO_CLIENT, fresh);
            } else if (isEnd) {
                reset();
            }
            if (isEnd) {
                return true; // not by a reset, which could overtake what was sent
            }
            answer += type == READY ? 1 : 0;
        }
    }

    private static byte[] message(int type, DataInputStream in) throws IOException {
        int length = in.readInt();
        ByteBuffer message = ByteBuffer.allocate(1 + length).put((byte) type).putInt(length);
        in.readFully(message.array(), message.position(), length - Integer.BYTES);
        return message.array();
    }

    private void send(byte[] message, Socket to, FaultProxy.Direction direction, boolean fresh)
            throws IOException, InterruptedException {
        conditions.hold(direction, fresh);
        OutputStream out = to.getOutputStream();
        int slice = conditions.slice();
        for (int from = 0; from < message.length; from += slice) {
            out.write(message, from, Math.min(slice, message.length - from));
            if (slice == Integer.MAX_VALUE) {
                return;
            }
        }
    }

    void reset() {
        ended.accept(this);
        reset(client);
        reset(server);
    }

    /** A socket that is closed with a linger of zero sends a reset instead of an end. */
    static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // Closed already.
        }
        close(socket);
    }

    private void close() {
        ended.accept(this);
        close(client);
        close(server);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Nobody is left to be told.
        }
    }
}
