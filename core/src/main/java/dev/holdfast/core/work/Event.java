// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;

/** What the feed tells of a unit: that it was admitted, that it waits again, that a life of it ended. */
public sealed interface Event {
    WorkId work();

    PoolId pool();

    /** The life that it is about, from 1. */
    int life();

    Sort sort();

    /** What an event tells. */
    enum Sort {
        ADMITTED,
        READY,
        ENDED
    }

    /**
     * A unit is there, in its first life.
     *
     * @param due from when on it may be claimed; of one that is held, when its hold is over; {@code at} for one that ended as it was admitted
     */
    record Admitted(WorkId work, PoolId pool, Moment at, Moment due) implements Event {
        @Override
        public int life() {
            return 1;
        }

        @Override
        public Sort sort() {
            return Sort.ADMITTED;
        }
    }

    /**
     * A unit that was not queued is queued.
     *
     * @param due from when on it may be claimed
     * @param origin what queued it
     */
    record Ready(WorkId work, PoolId pool, int life, Moment due, WorkState.Origin origin) implements Event {
        @Override
        public Sort sort() {
            return Sort.READY;
        }
    }

    /** A life is over. */
    record Ended(WorkId work, PoolId pool, Moment at, int life, Status status) implements Event {
        @Override
        public Sort sort() {
            return Sort.ENDED;
        }
    }
}
