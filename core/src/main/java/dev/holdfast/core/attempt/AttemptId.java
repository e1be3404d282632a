// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Names;

/** Names one execution attempt, for ever. Drawn by who creates it. Scope: authority. */
public record AttemptId(String value) implements Comparable<AttemptId> {
    public AttemptId {
        Names.check("attempt id", value);
    }

    @Override
    public int compareTo(AttemptId other) {
        return Names.compare(value, other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
