// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What somebody saw, in bounded words that may be shown to anyone: no stack traces, no raw answers of a provider, no secrets.
 * Kept as it was written.
 *
 * @param source who says so, 1 to 128 characters
 * @param summary 1 to 512 characters
 * @param observedAt when, by the source's clock: date and time with {@code Z} or an offset, at most 64 characters. Never
 *     compared with anything
 * @param code 1 to 64 characters; some have a fixed meaning, see the constants
 */
public record EvidenceNote(String source, String summary, String observedAt, Optional<String> code) {
    /** The search could not be bounded: it proves nothing either way. */
    public static final String SEARCH_UNBOUNDED = "exhaustive-search-unavailable";

    /** A bounded search found nothing; whether that means absence is for the provider to say. */
    public static final String NOTHING_OBSERVED = "no-allocation-observed";

    /** There is more than one candidate. */
    public static final String AMBIGUOUS = "ambiguous-allocation-match";

    /** Refused before anything was sent: the only code that proves absence at the time of provisioning. */
    public static final String REFUSED_BEFORE_REQUEST = "pre-request-rejection";

    private static final Pattern WHEN =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})");

    /** @throws IllegalArgumentException when something is out of its bounds, or {@code observedAt} is no such time */
    public EvidenceNote {
        Bounds.text("the source of evidence", source, 128);
        Bounds.text("the summary of evidence", summary, 512);
        Bounds.text("the time of evidence", observedAt, 64);
        code.ifPresent(given -> Bounds.text("the code of evidence", given, 64));
        if (!WHEN.matcher(observedAt).matches() || !exists(observedAt)) {
            throw new IllegalArgumentException("no date and time with an offset: '" + observedAt + "'");
        }
    }

    public static EvidenceNote of(String source, String summary, String observedAt) {
        return new EvidenceNote(source, summary, observedAt, Optional.empty());
    }

    /** There is no 30th of February and no 24th hour. */
    private static boolean exists(String time) {
        try {
            OffsetDateTime.parse(time);
            return true;
        } catch (DateTimeParseException e) {
            return false;
        }
    }
}
