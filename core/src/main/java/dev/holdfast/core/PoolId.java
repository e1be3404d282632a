// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core;

/** Names a pool: the work that competes for the same limits. Scope: authority. */
public record PoolId(String value) implements Comparable<PoolId> {
    public PoolId {
        Names.check("pool id", value);
    }

    @Override
    public int compareTo(PoolId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
