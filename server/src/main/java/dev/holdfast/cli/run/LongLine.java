// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.core.Digest;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/** A line that outgrew {@link Line#MAX_BYTES}: only its digest and its length are kept. */
final class LongLine {
    private final MessageDigest digest;
    private final byte[] buffer = new byte[8192];
    private int buffered;
    private long length;

    LongLine(byte[] start) {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
        digest.update(start);
        length = start.length;
    }

    void add(byte next) {
        if (buffered == buffer.length) {
            flush();
        }
        buffer[buffered++] = next;
        length++;
    }

    Line line() {
        flush();
        return new Line(Digest.ofBytes(digest.digest()), length, Optional.empty());
    }

    private void flush() {
        digest.update(buffer, 0, buffered);
        buffered = 0;
    }
}
