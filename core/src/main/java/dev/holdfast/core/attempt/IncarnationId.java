// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Names;

/** One start of one process: of a runtime inside an allocation, or of a provisioner. Never reused. */
public record IncarnationId(String value) implements Comparable<IncarnationId> {
    public IncarnationId {
        Names.check("incarnation", value);
    }

    @Override
    public int compareTo(IncarnationId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
