// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core;

/** Names a schedule. Scope: authority. */
public record ScheduleId(String value) implements Comparable<ScheduleId> {
    public ScheduleId {
        Names.check("schedule id", value);
    }

    @Override
    public int compareTo(ScheduleId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
