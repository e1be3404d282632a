// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.cli.Views;
import dev.holdfast.core.Digest;
import dev.holdfast.core.Payload;
import java.util.Optional;

/**
 * One line of input.
 *
 * @param digest of all its bytes
 * @param length in bytes
 * @param bytes empty when the line is too long to be an argument of anything
 */
record Line(Digest digest, long length, Optional<byte[]> bytes) {
    /** More than any system takes as one argument, and as much as a unit of work holds. */
    static final int MAX_BYTES = Payload.MAX_BYTES;

    /** Media type of a line's bytes. */
    static final String MEDIA_TYPE = "application/x-holdfast-line";

    static Line of(byte[] bytes) {
        return new Line(Digest.of(bytes), bytes.length, Optional.of(bytes));
    }

    Payload payload() {
        return bytes.map(all -> Payload.of(all, MEDIA_TYPE))
                .orElseGet(() -> Payload.of(
                        Long.toString(length).getBytes(java.nio.charset.StandardCharsets.US_ASCII), Views.LONG_LINE));
    }
}
