// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes and what they are. Immutable, compared by content. */
public final class Payload {
    /** Largest payload or result, in bytes (256 KiB). Larger data belongs into a store of its own, its name here. */
    public static final int MAX_BYTES = 256 * 1024;

    /** The media type of what a payload was replaced by: 32 bytes, a SHA-256 over its media type and its content. */
    private static final String REDACTED_TYPE = "application/x-holdfast-redacted";

    private static final int DIGEST_BYTES = 32;

    public static final Payload EMPTY = new Payload(new byte[0], "application/octet-stream");

    private final byte[] bytes;
    private final String mediaType;

    private Payload(byte[] bytes, String mediaType) {
        if (bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException("a payload has at most " + MAX_BYTES + " bytes, not " + bytes.length);
        }
        this.bytes = bytes;
        this.mediaType = Names.check("media type", mediaType);
    }

    /** @throws IllegalArgumentException when there are more than {@link #MAX_BYTES} bytes or the media type is no name */
    public static Payload of(byte[] bytes, String mediaType) {
        return new Payload(bytes.clone(), mediaType);
    }

    public static Payload text(String text) {
        return new Payload(text.getBytes(StandardCharsets.UTF_8), "text/plain");
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    public int size() {
        return bytes.length;
    }

    public String mediaType() {
        return mediaType;
    }

    /** A digest in the place of this content, the same for the same content; a digest stays as it is. */
    public Payload redacted() {
        return isRedacted()
                ? this
                : new Payload(
                        Digest.ofFields(
                                        "holdfast/redacted/v1",
                                        mediaType,
                                        Digest.of(bytes).toString())
                                .bytes(),
                        REDACTED_TYPE);
    }

    /** Whether this is but a digest of what was here. */
    public boolean isRedacted() {
        return mediaType.equals(REDACTED_TYPE) && bytes.length == DIGEST_BYTES;
    }

    /** Whether both have, or had, the same content: that of which only a digest is left is compared by it. */
    public boolean isSameAs(Payload other) {
        return equals(other)
                || (isRedacted() != other.isRedacted() && redacted().equals(other.redacted()));
    }

    /**
     * What somebody brings along must not look like a digest that the ledger has made.
     *
     * @throws IllegalArgumentException when it does
     */
    public void checkNew() {
        if (isRedacted()) {
            throw new IllegalArgumentException("only the ledger makes payloads of type " + REDACTED_TYPE);
        }
    }

    /** The bytes read as UTF-8. */
    public String asText() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload that && mediaType.equals(that.mediaType) && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(bytes) + mediaType.hashCode();
    }

    /** Never the content: this text ends up in logs. */
    @Override
    public String toString() {
        return bytes.length + " bytes of " + mediaType;
    }
}
