// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.HexFormat;

/**
 * Names one claim request of one worker: the number of the dispatcher that sent it and 128 random bits. Sent again, it
 * gives the same grants.
 */
public record RequestId(int slot, long high, long low) {
    /** Most slots of a worker. */
    public static final int MAX_SLOT = 1_000;

    public RequestId {
        if (slot < 0 || slot > MAX_SLOT) {
            throw new IllegalArgumentException("a slot is 0 to " + MAX_SLOT + ", not " + slot);
        }
    }

    /** Reads what {@link #toString()} wrote. */
    public static RequestId parse(String text) {
        int dash = text.indexOf('-');
        if (dash < 1 || text.length() != dash + 33) {
            throw new IllegalArgumentException("a request is written slot-hexadecimal, not '" + text + "'");
        }
        return new RequestId(
                Integer.parseInt(text.substring(0, dash)),
                HexFormat.fromHexDigitsToLong(text, dash + 1, dash + 17),
                HexFormat.fromHexDigitsToLong(text, dash + 17, dash + 33));
    }

    @Override
    public String toString() {
        return slot + "-" + HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}
