// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core;

/** Names one start of one worker process. Never reused: a restarted process is a new worker. Scope: authority. */
public record WorkerId(String value) implements Comparable<WorkerId> {
    public WorkerId {
        Names.check("worker id", value);
    }

    @Override
    public int compareTo(WorkerId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
