// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.List;

/**
 * Answers {@link Explain}.
 *
 * @param reason why the unit is where it is, the one that holds first
 * @param wouldRun what has to become so for the unit to be granted by one of the next claims: all of it, and none of it is
 *     there without need; empty for a unit that runs or has succeeded
 */
public record Explained(Explanation reason, List<Condition> wouldRun) {
    public Explained {
        wouldRun = List.copyOf(wouldRun);
    }
}
