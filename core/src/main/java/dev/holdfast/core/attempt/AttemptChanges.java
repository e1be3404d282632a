// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.List;
import java.util.Optional;

/** What a decision about attempts wants written, all or nothing. New attempts come after what they take the place of. */
public record AttemptChanges(List<OfAttempt> attempts, List<OfSeries> series) {
    /**
     * @param before saved only when the stored version is still this one's; empty when the attempt, and its request key, must
     *     not be there
     */
    public record OfAttempt(Optional<Attempt> before, Attempt after) {}

    /** @param before saved only when the stored length is still this one's; empty when the owner must not be there */
    public record OfSeries(Optional<Series> before, Series after) {}

    public boolean isNone() {
        return attempts.isEmpty() && series.isEmpty();
    }
}
