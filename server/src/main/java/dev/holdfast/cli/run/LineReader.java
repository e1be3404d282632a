// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Reads lines as the bytes that they are: no character set, no limit on what a byte may be. A line longer than a payload
 * is counted and digested, not kept. Not thread-safe.
 */
final class LineReader implements AutoCloseable {
    private final InputStream in;
    private final int separator;

    /** @param zero lines end with a zero byte, as {@code find -print0} writes them, not with a newline */
    LineReader(InputStream in, boolean zero) {
        this.in = new BufferedInputStream(in, 1 << 16);
        this.separator = zero ? 0 : '\n';
    }

    /** The next line without its end; empty at the end of the input. A last line needs no end. */
    Optional<Line> next() throws IOException {
        int next = in.read();
        if (next < 0) {
            return Optional.empty();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
        LongLine longer = null;
        while (next >= 0 && next != separator) {
            if (longer == null && bytes.size() == Line.MAX_BYTES) {
                longer = new LongLine(bytes.toByteArray());
            }
            if (longer == null) {
                bytes.write(next);
            } else {
                longer.add((byte) next);
            }
            next = in.read();
        }
        return Optional.of(longer == null ? Line.of(bytes.toByteArray()) : longer.line());
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
