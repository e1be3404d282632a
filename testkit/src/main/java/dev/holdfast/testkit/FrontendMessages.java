// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a client of PostgreSQL sends, message by message (protocol 3.0), with what a {@link Cut} wants to know about it.
 * Follows prepared statements and portals by name, and whether a transaction block is open, from the statements alone: an
 * answer may come long after more was sent.
 */
final class FrontendMessages {
    private static final int CANCEL = 80877102;
    private static final int ENCRYPT = 80877103;
    private static final int ENCRYPT_GSS = 80877104;

    /**
     * @param commits whether the server commits while it handles this message
     * @param asks whether the server answers this message with a ReadyForQuery
     */
    @SuppressWarnings("ArrayRecordComponent") // passed on at once; nobody compares or changes them
    record Message(byte[] bytes, boolean commits, boolean asks) {}

    private final DataInputStream in;
    private final Map<String, String> statements = new HashMap<>();
    private final Map<String, String> portals = new HashMap<>();
    private boolean inBlock;
    /** Something ran outside a block and is committed by the coming Sync. */
    private boolean inImplicit;

    FrontendMessages(InputStream in) {
        this.in = new DataInputStream(in);
    }

    /** The message that opens the connection. Requests for encryption are none: {@link #isEncryption}. */
    byte[] opening() throws IOException {
        int length = in.readInt();
        byte[] body = in.readNBytes(length - Integer.BYTES);
        return message(Optional.empty(), length, body);
    }

    static boolean isEncryption(byte[] opening) {
        int code = ByteBuffer.wrap(opening).getInt(Integer.BYTES);
        return code == ENCRYPT || code == ENCRYPT_GSS;
    }

    static boolean isCancel(byte[] opening) {
        return ByteBuffer.wrap(opening).getInt(Integer.BYTES) == CANCEL;
    }

    /** The next message; empty at the end. */
    Optional<Message> next() throws IOException {
        int type = in.read();
        if (type < 0) {
            return Optional.empty();
        }
        int length = in.readInt();
        byte[] body = in.readNBytes(length - Integer.BYTES);
        if (body.length < length - Integer.BYTES) {
            throw new EOFException("the client left in the middle of a message");
        }
        boolean commits = commits(type, body);
        boolean asks = type == 'S' || type == 'Q' || type == 'F';
        return Optional.of(new Message(message(Optional.of(type), length, body), commits, asks));
    }

    private static byte[] message(Optional<Integer> type, int length, byte[] body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(length + 1);
        DataOutputStream out = new DataOutputStream(bytes);
        if (type.isPresent()) {
            out.write(type.get());
        }
        out.writeInt(length);
        out.write(body);
        return bytes.toByteArray();
    }

    private boolean commits(int type, byte[] body) {
        switch (type) {
            case 'P' -> statements.put(string(body, 0), string(body, 1));
            case 'B' -> portals.put(string(body, 0), statements.getOrDefault(string(body, 1), ""));
            case 'E' -> {
                return runs(portals.getOrDefault(string(body, 0), ""));
            }
            case 'Q' -> {
                boolean commits = false;
                for (String statement : string(body, 0).split(";")) {
                    commits |= runs(statement);
                }
                boolean ended = endOfImplicit();
                return commits || ended;
            }
            case 'S' -> {
                return endOfImplicit();
            }
            default -> {} // nothing that runs a statement
        }
        return false;
    }

    private boolean endOfImplicit() {
        boolean commits = inImplicit;
        inImplicit = false;
        return commits;
    }

    /** Whether this statement itself commits. */
    private boolean runs(String statement) {
        String text = statement.strip().toUpperCase(Locale.ROOT);
        String verb = text.split("\\s", 2)[0];
        switch (verb) {
            case "" -> {
                return false;
            }
            case "BEGIN", "START" -> inBlock = true;
            case "COMMIT", "END" -> {
                inBlock = false;
                return true;
            }
            case "ROLLBACK", "ABORT" -> inBlock &= text.matches("ROLLBACK\\s+(WORK\\s+|TRANSACTION\\s+)?TO\\b.*");
            default -> inImplicit |= !inBlock;
        }
        return false;
    }

    /** The zero-terminated string of this index. */
    private static String string(byte[] body, int index) {
        int from = 0;
        for (int skipped = 0; skipped < index; skipped++) {
            from = end(body, from) + 1;
        }
        return new String(body, from, end(body, from) - from, StandardCharsets.UTF_8);
    }

    private static int end(byte[] body, int from) {
        int end = from;
        while (body[end] != 0) {
            end++;
        }
        return end;
    }
}
