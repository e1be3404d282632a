// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Says for which claim something runs: every process of a claim carries it in its environment, and so do the processes
 * that it starts. Written {@code ledger/work/fence}, ledger and work percent-encoded, so that it is plain ASCII in any
 * locale. Never a secret: everybody on the machine who may see the process may see it.
 *
 * @param ledger tells ledgers of one machine apart
 */
public record ClaimMark(String ledger, WorkId work, Fence fence) {
    /** The name of the environment variable. */
    public static final String VARIABLE = "HOLDFAST_CLAIM";

    public ClaimMark {
        if (ledger.isEmpty()) {
            throw new IllegalArgumentException("a ledger's name is not empty");
        }
    }

    public String text() {
        return prefix(ledger) + encode(work.value()) + "/" + fence;
    }

    /** What the text of every mark of {@code ledger} starts with. */
    public static String prefix(String ledger) {
        return encode(ledger) + "/";
    }

    /** Reads what {@link #text()} wrote; empty for anything else: environments are not ours. */
    public static Optional<ClaimMark> parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 3) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ClaimMark(decode(parts[0]), new WorkId(decode(parts[1])), Fence.parse(parts[2])));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String encode(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private static String decode(String value) {
        return URLDecoder.decode(value, StandardCharsets.UTF_8);
    }
}
