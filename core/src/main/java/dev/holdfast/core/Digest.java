// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A SHA-256 value, compared by content. */
public record Digest(long a, long b, long c, long d) {
    /** Crockford's alphabet: no letter that looks like a digit. */
    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

    public static Digest of(byte[] bytes) {
        return ofBytes(sha256().digest(bytes));
    }

    /** The digest of fields in order; each is hashed with its length, so that no two lists of fields run together. */
    public static Digest ofFields(String... fields) {
        MessageDigest sha = sha256();
        for (String field : fields) {
            byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
            sha.update(ByteBuffer.allocate(4).putInt(bytes.length).array());
            sha.update(bytes);
        }
        return ofBytes(sha.digest());
    }

    /** Reads the 32 bytes that {@link #bytes()} wrote. */
    public static Digest ofBytes(byte[] bytes) {
        if (bytes.length != 32) {
            throw new IllegalArgumentException("a digest has 32 bytes, not " + bytes.length);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Digest(buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong());
    }

    public byte[] bytes() {
        return ByteBuffer.allocate(32)
                .putLong(a)
                .putLong(b)
                .putLong(c)
                .putLong(d)
                .array();
    }

    /** The first 100 bits as 20 characters that are easy to read aloud and to type. */
    public String shortText() {
        StringBuilder text = new StringBuilder(20);
        for (int bit = 0; bit < 100; bit += 5) {
            text.append(ALPHABET.charAt(fiveBits(bit)));
        }
        return text.toString();
    }

    private int fiveBits(int bit) {
        long window = bit + 5 <= 64
                ? a << bit >>> 59
                : bit >= 64 ? b << (bit - 64) >>> 59 : a << bit >>> 59 | b >>> (123 - bit);
        return (int) window & 31;
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
