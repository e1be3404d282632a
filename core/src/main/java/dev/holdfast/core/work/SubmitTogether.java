// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;
import dev.holdfast.core.PoolId;
import java.util.List;

/**
 * Puts several units into a pool: all of them or none. One that is there already, with the same key and intent, counts as
 * admitted, so that the command may be sent again.
 *
 * @param each in the order of admission, 1 to {@link #MAX}, all to one pool
 */
public record SubmitTogether(List<Submit> each) implements Command<SubmitTogetherDecision> {
    public static final int MAX = 1_000;

    /** @throws IllegalArgumentException when there are none, too many, or of several pools */
    public SubmitTogether {
        each = List.copyOf(each);
        if (each.isEmpty() || each.size() > MAX) {
            throw new IllegalArgumentException("1 to " + MAX + " units are submitted together, not " + each.size());
        }
        PoolId pool = each.getFirst().pool();
        if (each.stream().anyMatch(submit -> !submit.pool().equals(pool))) {
            throw new IllegalArgumentException("units are submitted together to one pool");
        }
    }

    public PoolId pool() {
        return each.getFirst().pool();
    }
}
