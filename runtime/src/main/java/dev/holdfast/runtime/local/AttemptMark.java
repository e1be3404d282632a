// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.runtime.spi.ProviderFence;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/**
 * Says for which attempt something runs: the other thing, besides a {@link ClaimMark}, that the variable
 * {@value ClaimMark#VARIABLE} can hold. Written {@code attempt/spool/attempt/generation}, which no mark of a claim looks like.
 * Never a secret.
 *
 * @param spool tells the provisioners of one machine apart
 */
record AttemptMark(String spool, AttemptId attempt, long generation) {
    static AttemptMark of(String spool, ProviderFence fence) {
        return new AttemptMark(spool, fence.attempt(), fence.generation());
    }

    String text() {
        return prefix() + generation;
    }

    /** Whatever generation it was started under. */
    Predicate<String> anyGeneration() {
        String prefix = prefix();
        return text -> text.startsWith(prefix) && text.indexOf('/', prefix.length()) < 0;
    }

    private String prefix() {
        return "attempt/" + spool + "/" + URLEncoder.encode(attempt.value(), StandardCharsets.UTF_8) + "/";
    }
}
