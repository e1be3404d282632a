// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * What a claimer draws and sends with its claim, and must show again to settle: 128 random bits. The ledger keeps the
 * digest and never returns the secret, so that knowing a fence is not enough to settle. Immutable.
 */
public final class ClaimSecret {
    private final long high;
    private final long low;
    private final Digest digest;

    public ClaimSecret(long high, long low) {
        this.high = high;
        this.low = low;
        this.digest =
                Digest.of(ByteBuffer.allocate(16).putLong(high).putLong(low).array());
    }

    /** Reads the 32 hexadecimal digits that {@link #text()} wrote. */
    public static ClaimSecret parse(String text) {
        if (text.length() != 32) {
            throw new IllegalArgumentException("a claim secret has 32 hexadecimal digits");
        }
        return new ClaimSecret(HexFormat.fromHexDigitsToLong(text, 0, 16), HexFormat.fromHexDigitsToLong(text, 16, 32));
    }

    /** What the ledger keeps. */
    public Digest digest() {
        return digest;
    }

    /** The secret itself, for a file that only its owner can read. */
    public String text() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ClaimSecret that && digest.equals(that.digest);
    }

    @Override
    public int hashCode() {
        return digest.hashCode();
    }

    /** Never the secret: this text ends up in logs. */
    @Override
    public String toString() {
        return "ClaimSecret[hidden]";
    }
}
