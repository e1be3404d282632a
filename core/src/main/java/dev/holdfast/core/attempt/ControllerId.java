// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Names;

/** One start of one process that holds provider operations; never a host, never reused. */
public record ControllerId(String value) implements Comparable<ControllerId> {
    public ControllerId {
        Names.check("controller id", value);
    }

    @Override
    public int compareTo(ControllerId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
