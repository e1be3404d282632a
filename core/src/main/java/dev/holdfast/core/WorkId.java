// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core;

/** Names one unit of work, for all its lives and attempts. Scope: authority. */
public record WorkId(String value) implements Comparable<WorkId> {
    public WorkId {
        Names.check("work id", value);
    }

    /** The id of a unit whose submitter gave none: 100 bits of a digest over pool and key, as 20 characters. */
    public static WorkId derived(PoolId pool, IdempotencyKey key) {
        return new WorkId(Digest.ofFields("holdfast/work-id/v1", pool.value(), key.value())
                .shortText());
    }

    @Override
    public int compareTo(WorkId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
