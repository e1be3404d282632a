// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core;

/** Says that two submissions to one pool are the same submission. Scope: pool. */
public record IdempotencyKey(String value) implements Comparable<IdempotencyKey> {
    public IdempotencyKey {
        Names.check("idempotency key", value);
    }

    @Override
    public int compareTo(IdempotencyKey other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
