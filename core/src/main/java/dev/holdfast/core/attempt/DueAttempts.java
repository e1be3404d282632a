// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Query;
import java.util.List;

/**
 * Attempts for which {@link Expire} has something to do now, the longest due first.
 *
 * @param limit 1 to {@link OpenAttempts#MAX}
 */
public record DueAttempts(int limit) implements Query<List<Attempt>> {
    /** @throws IllegalArgumentException when there can be no such limit */
    public DueAttempts {
        if (limit < 1 || limit > OpenAttempts.MAX) {
            throw new IllegalArgumentException("a page has 1 to " + OpenAttempts.MAX + " attempts, not " + limit);
        }
    }
}
