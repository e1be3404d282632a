// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Names;

/** Names one operation. Drawn by who asks for its admission. Scope: attempt. */
public record OperationId(String value) implements Comparable<OperationId> {
    public OperationId {
        Names.check("operation id", value);
    }

    @Override
    public int compareTo(OperationId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
