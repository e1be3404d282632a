// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import dev.holdfast.core.Query;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Attempts for which something is owed at a provider, that nobody has at present, and that may be tried again: oldest due
 * first, however they stand otherwise.
 *
 * @param after only what comes after this in order
 * @param limit 1 to {@link #MAX}
 */
public record OpenAttempts(Optional<Cursor> after, int limit) implements Query<OpenAttempts.Found> {
    public static final int MAX = 1_000;

    /** @throws IllegalArgumentException when there can be no such limit */
    public OpenAttempts {
        if (limit < 1 || limit > MAX) {
            throw new IllegalArgumentException("a page has 1 to " + MAX + " attempts, not " + limit);
        }
    }

    /** A place in the order: when it is due, when it was created, its id. */
    public record Cursor(Moment dueAt, Moment createdAt, AttemptId id) implements Comparable<Cursor> {
        private static final Comparator<Cursor> ORDER = Comparator.comparing(Cursor::dueAt)
                .thenComparing(Cursor::createdAt)
                .thenComparing(Cursor::id);

        /** @throws java.util.NoSuchElementException when no provider was asked for the attempt */
        public static Cursor of(Attempt attempt) {
            ProviderOperation operation = attempt.stage().provider().orElseThrow();
            return new Cursor(operation.dueAt(), attempt.origin().createdAt(), attempt.id());
        }

        @Override
        public int compareTo(Cursor other) {
            return ORDER.compare(this, other);
        }
    }

    /** @param next the cursor of the next page; empty when this is the last one */
    public record Found(List<Attempt> attempts, Optional<Cursor> next) {}

    /** Whether an attempt is wanted, apart from the limit. */
    public boolean wants(Attempt attempt, Moment now) {
        return attempt.isOpen()
                && attempt.stage()
                        .provider()
                        .filter(operation ->
                                operation.isFree(now) && !operation.dueAt().isAfter(now))
                        .isPresent()
                && after.filter(place -> Cursor.of(attempt).compareTo(place) <= 0)
                        .isEmpty();
    }
}
