// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Names;

/** Whoever a series of attempts belongs to; never interpreted. Scope: authority. */
public record ExecutionOwnerId(String value) implements Comparable<ExecutionOwnerId> {
    public ExecutionOwnerId {
        Names.check("execution owner", value);
    }

    @Override
    public int compareTo(ExecutionOwnerId other) {
        return Names.compare(value, other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
