// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Digest;
import java.nio.charset.StandardCharsets;

/**
 * The answer of an attempt as it was rendered, once; see {@link OutcomeCodec}. Two are the same outcome when their canonical
 * digests are equal, however they are written.
 *
 * @param text JSON, at most {@link #MAX_BYTES} as UTF-8; kept and given back sign by sign
 * @param canonical digest of the canonical form of the text
 */
public record OutcomeText(String text, Digest canonical) {
    /** Largest outcome (256 KiB). Larger data belongs into a store of its own, its name here. */
    public static final int MAX_BYTES = 256 * 1024;

    public OutcomeText {
        Bounds.text("an outcome", text, MAX_BYTES);
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException("an outcome has at most " + MAX_BYTES + " bytes, not " + bytes);
        }
    }

    public boolean isSameAs(OutcomeText other) {
        return canonical.equals(other.canonical);
    }
}
