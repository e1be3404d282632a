// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Names;

/** Names a provider of infrastructure. */
public record ProviderId(String value) implements Comparable<ProviderId> {
    public ProviderId {
        Names.check("provider id", value);
    }

    @Override
    public int compareTo(ProviderId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
